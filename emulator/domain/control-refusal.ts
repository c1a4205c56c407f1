/** What a test asked of the emulator cannot be done, and it is no matter of spelling. */
export class ControlRefusal extends Error {
  readonly status: 403 | 404 | 408 | 409 | 413;

  constructor(status: ControlRefusal['status'], message: string) {
    super(message);
    this.name = 'ControlRefusal';
    this.status = status;
  }
}
