/** A worker that holds too much after its first task. Run by file-caches.test.ts. */
const send = (message) => process.send(message);

process.on('disconnect', () => process.exit(0));
process.on('message', ({ kind, id }) => {
  if (kind !== 'task') return;
  send({ kind: 'reply', id, reply: process.pid });
  send({ kind: 'idle', id, spooled: false, worn: true });
});
send({ kind: 'ready' });
