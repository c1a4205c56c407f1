/** A control call that is valid but not possible in the current state. */
export class ControlRefusal extends Error {
  readonly status: 403 | 404 | 408 | 409 | 413 | 507;

  constructor(status: ControlRefusal['status'], message: string) {
    super(message);
    this.name = 'ControlRefusal';
    this.status = status;
  }
}
