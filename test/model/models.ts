/** Every kind that is walked: a line each. */
import type { KindModel } from './kind-model.ts';
import { locationModel } from './location.ts';
import { residentModel } from './resident.ts';

export const models: readonly KindModel[] = [residentModel, locationModel];
