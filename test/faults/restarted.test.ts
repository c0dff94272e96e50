import { describeNightly } from '../helpers/scale.js';
import { engines } from './harness/engine.js';
import { survives } from './harness/outage.js';
import { faultyPlatform } from './harness/platform.js';
import { whenBack } from './harness/redis.js';

for (const engine of engines) {
  describeNightly(`the ${engine.name} is restarted under load`, () => {
    it('refuses requests at once meanwhile, serves again, and charges what was served', async () => {
      const faulty = await faultyPlatform(engine);
      await survives(faulty, {
        name: `${engine.name} restarted`,
        begin: () => faulty.killStore('SIGTERM'),
        end: () => faulty.startStore(),
      });
    });
  });
}

describeNightly('Redis is restarted under load', () => {
  it('refuses requests at once meanwhile, serves again, and charges what was served', async () => {
    const [engine] = engines;
    const faulty = await faultyPlatform(engine);
    await survives(faulty, {
      name: 'Redis restarted',
      // A call that was being computed may have had no time left when its worker could go on.
      mayAnswer: [504],
      begin: async () => faulty.redis.kill('SIGTERM'),
      end: () => whenBack(faulty.platform.redisUrl),
    });
  });
});
