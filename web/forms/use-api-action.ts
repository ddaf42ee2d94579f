import { useState } from 'react'

import { ApiError } from '../api/client.ts'
import { toast } from '../ui/toast.tsx'

export function showApiError(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error
  toast(error.message, 'error')
}

/** Runs a request that a button started. Shows an error response as a toast and resolves to false then. */
export async function runApiAction(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request()
    return true
  } catch (error) {
    showApiError(error)
    return false
  }
}

/** `runApiAction` with the state of the button. `pending` is the key of the running request. */
export function useApiAction() {
  const [pending, setPending] = useState<string>()
  const run = async (request: () => Promise<unknown>, key = ''): Promise<boolean> => {
    setPending(key)
    try {
      return await runApiAction(request)
    } finally {
      setPending(undefined)
    }
  }
  return { run, pending, busy: pending !== undefined }
}
