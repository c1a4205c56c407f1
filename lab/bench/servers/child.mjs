const answersOfAll = { rss: () => process.memoryUsage.rss(), cpu: cpuMicroseconds };

/** Tells the bench where this server is, and answers the bench's questions until the bench goes away. */
export function attend(port, answers = {}) {
  answerBench(answers);
  console.log(`http://127.0.0.1:${port}`);
}

export function answerBench(answers = {}) {
  const known = { ...answersOfAll, ...answers };
  process.on('message', async ({ ask, about }) => process.send({ answer: (await known[ask](about)) ?? null }));
  process.on('disconnect', () => process.exit());
}

/** Of all threads, in the program and in the kernel. */
function cpuMicroseconds() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
