import { e_tilt, MakeTime, SiderealTime } from 'astronomy-engine';

const RADIANS = Math.PI / 180;

/**
 * The ecliptic longitude of the ascendant: the point of the ecliptic that rises at the eastern horizon.
 *
 * With θ the apparent local sidereal time, ε the true obliquity and φ the latitude,
 * λ = atan2(cos θ, −(sin θ cos ε + tan φ sin ε)) (Meeus, Astronomical Algorithms, chapter 14, solved for the
 * eastern intersection). Inside the polar circles the ecliptic may lie along the horizon; the formula then still
 * gives the point that is rising. At the poles themselves, where tan φ is infinite, the latitude is held a hair short.
 *
 * @param latitude degrees, north positive
 * @param longitude degrees, east positive
 * @returns degrees, 0 to 360
 */
export function ascendant(instant: Date, latitude: number, longitude: number): number {
  const time = MakeTime(instant);
  const sidereal = (SiderealTime(time) * 15 + longitude) * RADIANS;
  const obliquity = e_tilt(time).tobl * RADIANS;
  const held = Math.max(-89.999, Math.min(89.999, latitude)) * RADIANS;
  const rising = Math.atan2(
    Math.cos(sidereal),
    -(Math.sin(sidereal) * Math.cos(obliquity) + Math.tan(held) * Math.sin(obliquity)),
  );
  return (rising / RADIANS + 360) % 360;
}
