import { useCallback, useEffect, useState } from 'react'

import { bankNames, type Bank } from '#shared/bank.ts'
import { failed } from '#shared/toasts.ts'

import { browserApi } from '../../../api/client.ts'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { toast } from '../../../ui/toasts/toast.tsx'

type Banks = {
  state: 'loading' | 'failed' | 'ready'
  options: BankOption[]
  retry: () => void
}
type BankOption = { value: string; label: string }

/** The banks that the payment provider pays out to. */
export function useBanks(): Banks {
  const [attempt, setAttempt] = useState(0)
  const [banks, setBanks] = useState<Bank[] | 'loading' | 'failed'>('loading')

  useEffect(() => {
    let current = true
    browserApi.get('/banks', lazySchema('banksSchema')).then(
      (response) => current && setBanks(response.banks),
      () => {
        if (!current) return
        setBanks('failed')
        toast(failed.banks, 'error')
      },
    )
    return () => {
      current = false
    }
  }, [attempt])

  const retry = useCallback(() => {
    setBanks('loading')
    setAttempt((count) => count + 1)
  }, [])
  const state = typeof banks === 'string' ? banks : 'ready'
  return { state, options: typeof banks === 'string' ? [] : bankOptions(banks), retry }
}

function bankOptions(banks: Bank[]): BankOption[] {
  return Array.from(bankNames(banks), ([value, label]) => ({ value, label }))
}
