import { CannotDo } from '../effects/untestable.ts';
import type { Facts } from '../plan/facts.ts';
import type { Fixture } from '../target/pictures/fixture.ts';

/** Returns a picture that the target accepts. If there is none, the step cannot be done. */
export function pictureNamed(name: string, { pictures }: Pick<Facts, 'pictures'>): Fixture {
  const found = pictures.named(name);
  if (found === null) throw new CannotDo('picture', 'the server takes none of the pictures that were tried');
  return found;
}
