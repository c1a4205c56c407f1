/** One fixed answer for each method. The bench sets it to the bytes that the emulator answers. */
export function fixedAnswers() {
  const byMethod = new Map();
  const usual = { status: 200, headers: { 'Content-Type': 'application/json', 'Content-Length': '2' }, body: '{}' };
  const setAnswer = ({ method, status, headers, body }) => {
    const bytes = Buffer.from(body, 'base64');
    // Node sends a text body in the same packet as the headers.
    const isText = headers['content-type'] === 'application/json';
    byMethod.set(method, {
      status,
      headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
      body: isText ? bytes.toString() : bytes,
    });
  };
  const forget = () => null;
  return { answerTo: (method) => byMethod.get(method) ?? usual, answers: { setAnswer, forget } };
}

/** Listens on a free port of the loopback interface. */
export function listen(server, answers) {
  const close = () =>
    new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    });
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => listening({ port: server.address().port, answers, close }));
  });
}
