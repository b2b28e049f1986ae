/** The frameworks of the city as anybody may read them. */
import type { View } from '../../engine/views.ts';
import { refuseView } from '../refusals.ts';
import { frameworks } from './built-in.ts';

const frameworkList: View = () => ({ items: frameworks, next_cursor: null });

const framework: View = (_reader, { id }) =>
  frameworks.find((known) => known.id === id) ?? refuseView('not_found', { kind: 'framework', id: String(id) });

export const frameworkViews: Readonly<Record<string, View>> = { frameworks: frameworkList, framework };
