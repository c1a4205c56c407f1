/** Pictures were not made, and nothing is wrong with them: nobody waits for them any more, or those who make them are gone. */
export class NotMade extends Error {
  readonly why: 'cancelled' | 'lost';

  constructor(why: NotMade['why'], options?: ErrorOptions) {
    super(why === 'cancelled' ? 'nobody waits for it any more' : 'the threads that make pictures ended at it', options);
    this.name = 'NotMade';
    this.why = why;
  }
}
