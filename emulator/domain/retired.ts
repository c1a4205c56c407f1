import { isMap } from '../../shared/is-map.ts';
import { isRetired, retiredIn, retiredNotice } from '../../shared/questions/retired.ts';

/** Warns in one line of retired names in the configurations of worlds. Invalid configurations are refused elsewhere. */
export function warnOfRetired(configs: readonly unknown[], warn: (text: string) => void = () => {}): void {
  const names = configs.filter(isMap).flatMap(({ readings, deviate }) => {
    const ids = Array.isArray(deviate) ? deviate : [];
    return [...retiredIn(readings), ...ids.filter(isRetired)];
  });
  const notice = retiredNotice(names);
  if (notice !== null) warn(notice);
}
