/** The program of the page at `/`: what the browser begins with. */
import { mount } from '../lib/mount.tsx';
import { Landing } from './landing.tsx';
import { TownMaker } from './map/town-maker.ts';

// The gateway says in the page which land it is, so that it is worked out while the rest of the page begins.
const land = document.querySelector<HTMLMetaElement>('meta[name="civitas-land"]')?.content;
const maker = new TownMaker(land);
mount(() => <Landing maker={maker} />);
