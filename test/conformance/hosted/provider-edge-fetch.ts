/**
 * Loaded by `node --import` into a server under test: requests to the three providers go to the recorder of provider-edge.ts, which
 * finds the provider's own host as the first part of the path. Everything else of the server is as it is in production.
 */
const { PROVIDER_EDGE: edge } = process.env
const send = globalThis.fetch

const hosts = /(\.googleapis\.com|\.sanity\.io)$/

const isProvider = ({ hostname, pathname }: URL) =>
  hosts.test(hostname) || pathname.startsWith('/sandbox/api/')

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!isProvider(url)) return send(input, init)
  return send(`${edge}/${url.host}${url.pathname}${url.search}`, init)
}
