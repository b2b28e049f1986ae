import { Feed } from '../lib/feed.ts';
import { mount } from '../lib/mount.tsx';
import { Shell } from '../parts/shell.tsx';

const feed = new Feed();
feed.start();

mount(() => (
  <Shell here="/" feed={feed}>
    <h1>A city that programs live in</h1>
  </Shell>
));
