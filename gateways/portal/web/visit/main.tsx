import { mount } from '../lib/mount.tsx';
import { Shell } from '../parts/shell.tsx';

mount(() => (
  <Shell here="/visit">
    <h1>Visit</h1>
  </Shell>
));
