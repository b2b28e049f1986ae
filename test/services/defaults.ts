/** Memory and library, with the settings that stand in `config/settings.ts`. */
import { readConfig } from '../../config/settings.ts';
import { library as libraryWith } from '../../services/library/index.ts';
import { memory as memoryWith } from '../../services/memory/index.ts';
import { librarySettings, memorySettings } from '../../services/settings.ts';

const config = readConfig({});

export const memory = memoryWith(memorySettings(config));
export const library = libraryWith(librarySettings(config));
