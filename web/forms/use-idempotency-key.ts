import { useState } from 'react'

import { ApiError } from '../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../api/idempotency-key.ts'

type KeyHeaders = { 'idempotency-key': string }

/** A request that is sent again is answered as the first. What is sent after a refusal is another request, so it gets another key. */
export function useIdempotencyKey() {
  const [key, setKey] = useState(newIdempotencyKey)
  return async <Answer>(send: (headers: KeyHeaders) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send({ 'idempotency-key': key })
    } catch (error) {
      if (error instanceof ApiError && needsNewKey(error)) setKey(newIdempotencyKey())
      throw error
    }
  }
}
