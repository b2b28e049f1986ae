import { mount } from '../lib/mount.tsx';
import { Shell } from '../parts/shell.tsx';

mount(() => (
  <Shell>
    <h1>Watch</h1>
  </Shell>
));
