import type { Context } from 'hono'

import { withReadLimits } from '../database/read-limits.ts'

/** Reads for this request alone, which stop when the client goes away. A read that other requests share must not be among them. */
export function untilGone<Result>(c: Context, read: () => Result): Result {
  return withReadLimits({ signal: c.req.raw.signal }, read)
}
