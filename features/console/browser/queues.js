// Requests the name of a queue before jobs are removed in bulk.
const CLEARS = /\/api\/queues\/([^/]+)\/(?:empty|obliterate|clean\/[^/]+)$/;
const { open, send } = XMLHttpRequest.prototype;
const clears = new WeakMap();

XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  const [, queue] = CLEARS.exec(new URL(url, location.href).pathname) ?? [];
  if (queue && method.toUpperCase() !== 'GET') clears.set(this, decodeURIComponent(queue));
  return open.call(this, method, url, ...rest);
};

XMLHttpRequest.prototype.send = function (body) {
  const queue = clears.get(this);
  if (queue) {
    const named = window.prompt(`This removes jobs of the queue ${queue}. Type its name to confirm.`) ?? '';
    this.setRequestHeader('X-Queue-Name', encodeURIComponent(named.trim()));
  }
  return send.call(this, body);
};
