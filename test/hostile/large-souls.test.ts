/**
 * Given a soul that is as large as one may be, when its container is started, then its program runs.
 */
import t from 'tap';
import { soulBytesMax } from '../../gateways/souls/schema-parts.ts';
import { coreImage, wantedOf, withCores } from '../sandbox/cores-support.ts';
import { hasDocker } from '../sandbox/docker-support.ts';
import { until } from '../until.ts';

if (await hasDocker(t)) {
  const image = await coreImage();

  withCores(t, '[X5] the largest soul that is taken reaches its program', async (t, stage) => {
    const code = `await report('here'); setInterval(() => {}, 1_000);`;
    const soul = (text: string) => ({ code, text });
    const most = soulBytesMax - Buffer.byteLength(JSON.stringify(soul('')));
    const about = JSON.stringify({ ...soul('x'.repeat(most)), name: '𠀀'.repeat(80) });
    await stage.live({ ...wantedOf(image, ''), about });
    await until('its first word, or its end', async () => stage.listening.heard.length + stage.ends.length > 0);
    t.strictSame(stage.ends, [], 'nobody dies of how much was written of it');
    t.match(stage.listening.heard, [{ said: 'here' }]);
  });
}
