import { zodiacProfile } from '../../shared/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { envelope, warmUp } from '../tools/readings/envelope.js';
import { profile } from '../tools/readings/profile.js';
import { write } from '../tools/readings/write.js';
import { birthPoints, subjectOf } from '../tools/sky/subject.js';

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
