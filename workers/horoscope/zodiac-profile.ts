import { zodiacProfile } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { envelope, warmUp } from '../lib/readings/envelope.js';
import { profile } from '../lib/readings/profile.js';
import { write } from '../lib/readings/write.js';
import { birthPoints, subjectOf } from '../lib/sky/natal-chart.js';

export default handle(
  zodiacProfile,
  (input, call) =>
    envelope(async () => {
      const subject = subjectOf(input);
      const points = birthPoints(subject);
      return {
        computed_data: { sign: subject.sign, personalized: subject.personalized, ...points },
        reading: await write(profile, { sign: subject.sign, ...points }, input.language, call),
      };
    }),
  warmUp,
);
