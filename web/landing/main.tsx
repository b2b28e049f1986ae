import { mount } from '../lib/mount.tsx';
import { Landing } from './landing.tsx';

mount(Landing);
