/** The program of the page at `/`: what the browser begins with. */
import { mount } from '../lib/mount.tsx';
import { Landing } from './landing.tsx';

mount(Landing);
