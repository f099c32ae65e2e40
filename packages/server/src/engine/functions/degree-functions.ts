/** Trigonometry in degrees, exact where PostgreSQL's is: at multiples of 30 and 45. */
import { sqlError } from '../../kernel/sql-error.ts';
import { double } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const radians = Math.PI / 180;
const sin30 = Math.sin(30 * radians);
const oneMinusCos60 = 1 - Math.cos(60 * radians);
const asinHalf = Math.asin(0.5);
const acosHalf = Math.acos(0.5);
const atanOne = Math.atan(1);

const sinTo30 = (degrees: number) => Math.sin(degrees * radians) / sin30 / 2;
const cosTo60 = (degrees: number) => 1 - (1 - Math.cos(degrees * radians)) / oneMinusCos60 / 2;
const sinTo90 = (degrees: number) => (degrees <= 30 ? sinTo30(degrees) : cosTo60(90 - degrees));
const cosTo90 = (degrees: number) => (degrees <= 60 ? cosTo60(degrees) : sinTo30(90 - degrees));
const tan45 = sinTo90(45) / cosTo90(45);
const cot45 = cosTo90(45) / sinTo90(45);

const outOfRange = (): never => sqlError('22003', 'input is out of range');

/**
 * The angle between 0 and 90 degrees with the same value but for the sign. The flags say where the
 * sign turns.
 */
function folded(
  degrees: number,
  isOdd: boolean,
  turnsOver180: boolean,
  turnsOver90: boolean,
): [number, number] {
  let [angle, sign] = [degrees % 360, 1];
  if (angle < 0) [angle, sign] = [-angle, isOdd ? -sign : sign];
  if (angle > 180) [angle, sign] = [360 - angle, turnsOver180 ? -sign : sign];
  if (angle > 90) [angle, sign] = [180 - angle, turnsOver90 ? -sign : sign];
  return [angle, sign];
}

const ofAngle =
  (compute: (degrees: number) => number) =>
  (degrees: number): number => {
    if (Number.isNaN(degrees)) return Number.NaN;
    return Number.isFinite(degrees) ? compute(degrees) : outOfRange();
  };

const sine = ofAngle((degrees) => {
  const [angle, sign] = folded(degrees, true, true, false);
  return sign * sinTo90(angle);
});
const cosine = ofAngle((degrees) => {
  const [angle, sign] = folded(degrees, false, false, true);
  return sign * cosTo90(angle);
});
const tangent = ofAngle((degrees) => {
  const [angle, sign] = folded(degrees, true, true, true);
  return (sign * (sinTo90(angle) / cosTo90(angle))) / tan45 || 0;
});
const cotangent = ofAngle((degrees) => {
  const [angle, sign] = folded(degrees, true, true, true);
  return (sign * (cosTo90(angle) / sinTo90(angle))) / cot45 || 0;
});

const arcSineTo1 = (value: number) =>
  value <= 0.5 ? (Math.asin(value) / asinHalf) * 30 : 90 - (Math.acos(value) / acosHalf) * 60;
const arcCosineTo1 = (value: number) =>
  value <= 0.5 ? 90 - (Math.asin(value) / asinHalf) * 30 : (Math.acos(value) / acosHalf) * 60;

const ofRatio =
  (compute: (value: number) => number) =>
  (value: number): number =>
    Number.isNaN(value) ? value : value < -1 || value > 1 ? outOfRange() : compute(value);

export const degreeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_sind', [double], double, sine),
  strictFunction('hotsql_cosd', [double], double, cosine),
  strictFunction('hotsql_tand', [double], double, tangent),
  strictFunction('hotsql_cotd', [double], double, cotangent),
  strictFunction(
    'hotsql_asind',
    [double],
    double,
    ofRatio((value) => (value >= 0 ? arcSineTo1(value) : -arcSineTo1(-value))),
  ),
  strictFunction(
    'hotsql_acosd',
    [double],
    double,
    ofRatio((value) => (value >= 0 ? arcCosineTo1(value) : 90 + arcSineTo1(-value))),
  ),
  strictFunction('hotsql_atand', [double], double, (value) => (Math.atan(value) / atanOne) * 45),
  strictFunction(
    'hotsql_atan2d',
    [double, double],
    double,
    (y, x) => (Math.atan2(y, x) / atanOne) * 45,
  ),
];
