import { type ControlRoute, get } from '../route.ts';
import { agendaSchema, deliveryFilterSchema, ledgerSchema } from './inspect-control.ts';

/** What a person looks at: nothing here changes a world. */
export const INSPECT_ROUTES: readonly ControlRoute[] = [
  get('/summary', 'A world in a few numbers', ({ world }) => world.inspect.summary()),
  get('/agenda', 'What falls due, the next first', ({ world, query }) => world.inspect.agenda(query), {
    query: agendaSchema,
  }),
  get('/jobs/:id/story', 'All that there is to know of a job', ({ world, params }) =>
    world.inspect.job(params['id'] ?? ''),
  ),
  get('/accounts/:id/story', 'An account with its credits, and its keys whole', ({ world, params }) =>
    world.inspect.account(params['id'] ?? ''),
  ),
  get(
    '/accounts/:id/ledger',
    'What jobs did to the credits of an account',
    ({ world, params, query }) => world.inspect.ledger(params['id'] ?? '', query),
    { query: ledgerSchema },
  ),
  get('/deliveries', 'Deliveries that match, oldest first', ({ world, query }) => world.inspect.deliveries(query), {
    query: deliveryFilterSchema,
  }),
  get('/deliveries/:id/requests', 'The requests of a delivery as they went out', ({ world, params }) =>
    world.inspect.requests(params['id'] ?? ''),
  ),
];
