import type { MiddlewareHandler } from 'hono'

/** As they are, or as percent escapes. */
const controlCharacters = /\p{Cc}|%(?:[01][\da-f]|7f)/iu

/** Refuses addresses and queries with control characters, which name nothing that is stored. */
export const plainAddressesOnly: MiddlewareHandler = async (c, next) => {
  if (controlCharacters.test(c.req.url)) return c.notFound()
  return next()
}
