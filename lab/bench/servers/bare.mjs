import { createServer } from 'node:http';
import { fixedAnswers, listen } from './fixed.mjs';

/** node:http with fixed answers and no logic. No server on Node can be much faster. */
export function start() {
  const { answerTo, answers } = fixedAnswers();
  const server = createServer((request, response) => {
    const send = () => {
      const { status, headers, body } = answerTo(request.method);
      response.writeHead(status, headers).end(body);
    };
    if (request.method === 'GET') send();
    else request.resume().on('end', send);
  });
  return listen(server, answers);
}
