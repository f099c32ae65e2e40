import { infiniteMicros } from '../../../values/calendar.ts';
import { dateOf, timestampOf } from '../../../values/moment-values.ts';
import { readClock, readMoment } from '../../../values/read-moment.ts';
import { dateMoment, JsonMoment, type MomentType } from '../json/json-moment.ts';
import { isArray, type JsonObject, type JsonValue, readJson } from '../json/json-value.ts';

/**
 * The variables of PASSING, from a JSON array of `[name, type, value]`. A time is its text, and
 * other values have no type.
 */
export function passedVariables(json: string): JsonObject {
  const members = new Map<string, JsonValue>();
  const passed = readJson(json);
  for (const one of isArray(passed) ? passed : []) {
    const [name, type, value = null] = isArray(one) ? one : [];
    // The first of two variables with the same name counts.
    if (typeof name !== 'string' || members.has(name)) continue;
    const isMoment = typeof type === 'string' && typeof value === 'string';
    members.set(name, isMoment ? momentOf(type as MomentType, value) : value);
  }
  return members;
}

/** A time from SQL's text. */
function momentOf(type: MomentType, text: string): JsonMoment {
  if (type === 'time' || type === 'timetz') {
    const clock = readClock(text, type);
    return new JsonMoment(
      type,
      BigInt(clock?.micros ?? 0),
      type === 'time' ? 0 : (clock?.zoneSeconds ?? 0),
    );
  }
  const moment = readMoment(text, type);
  if (moment.kind === 'infinite')
    return new JsonMoment(type, moment.isNegative ? -infiniteMicros : infiniteMicros);
  if (moment.kind !== 'moment') return new JsonMoment(type, 0n);
  if (type === 'date') return dateMoment(dateOf(moment, text));
  return new JsonMoment(type, timestampOf(moment, type === 'timestamptz', text));
}
