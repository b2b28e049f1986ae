import { mount } from '../lib/mount.tsx';
import { Shell } from '../parts/shell.tsx';

mount(() => (
  <Shell here="/dashboard">
    <h1>Operator</h1>
  </Shell>
));
