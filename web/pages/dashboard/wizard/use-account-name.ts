import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { unconfirmedName, type AccountLookup } from '#shared/payee.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import type { ContactForm } from './form/wizard-form.tsx'

export type AccountName = {
  lookup: AccountLookup | { kind: 'loading' } | undefined
  retry: () => void
}

/** Looks up the holder's name once the account number has ten digits. Nothing that was typed waits for it or depends on it. */
export function useAccountName({ watch, setValue }: UseFormReturn<ContactForm>): AccountName {
  const [bank, typed] = watch(['bank', 'accountNumber'])
  const accountNumber = typed.replace(/\s/g, '')
  const key = bank !== '' && /^\d{10}$/.test(accountNumber) ? `${bank} ${accountNumber}` : undefined
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ key: string; attempt: number; lookup: AccountLookup }>()
  useEffect(() => {
    setValue('accountName', '')
    if (key === undefined) return undefined
    let isCurrent = true
    void lookUp(key).then((lookup) => {
      if (!isCurrent) return
      setFound({ key, attempt, lookup })
      if (lookup.kind === 'found') setValue('accountName', unconfirmedName)
    })
    return () => {
      isCurrent = false
    }
  }, [key, attempt, setValue])
  const isFound = found?.key === key && found?.attempt === attempt
  const lookup =
    key === undefined ? undefined : isFound ? found.lookup : { kind: 'loading' as const }
  return { lookup, retry: () => setAttempt((count) => count + 1) }
}

async function lookUp(key: string): Promise<AccountLookup> {
  const [bank, accountNumber] = key.split(' ')
  try {
    const account = { bank, accountNumber }
    return await browserApi.post(
      '/bank-accounts/lookup',
      account,
      lazySchema('accountLookupResponseSchema'),
    )
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'unavailable' }
    throw error
  }
}
