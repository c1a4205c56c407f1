import { ControlRefusal } from '../test-control/control-refusal.ts';

export type Shortage = { kind: string; more: number; held: number; bound: number };

const SAYS: Readonly<Record<string, string>> = {
  worlds: 'worlds',
  snapshots: 'snapshots',
  records: 'records of worlds and snapshots',
  picture_bytes: 'bytes of pictures',
};

/** An operation would exceed a memory limit. Existing data is kept, and can be read and removed. */
export class NoRoom extends ControlRefusal {
  readonly shortage: Shortage;

  constructor(shortage: Shortage) {
    const { kind, more, held, bound } = shortage;
    const what = `there is no room for more ${SAYS[kind] ?? kind}: ${held} used, ${more} more needed, limit ${bound}`;
    const remedy = `remove some, reset the world, or raise the limit (memory.${kind}, --memory ${kind}=N)`;
    super(507, `${what}; ${remedy}`);
    this.name = 'NoRoom';
    this.shortage = shortage;
  }
}

/** The `NoRoom` that caused an error; null if the error has another cause. */
export function noRoomIn(error: unknown): NoRoom | null {
  if (error instanceof NoRoom) return error;
  return error instanceof Error && error.cause !== undefined ? noRoomIn(error.cause) : null;
}
