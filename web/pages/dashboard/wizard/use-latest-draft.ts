import { useMemo } from 'react'

import { type Arriving, toOutcome } from '../../../api/outcome.ts'
import { lazyCode } from '../../../forms/lazy.tsx'
import type { WizardDraft } from './draft.ts'
import { readUnsavedDraft } from './unsaved-draft.ts'

type Saved = Arriving<WizardDraft | null>

const code = lazyCode(() => import('./draft.ts'))

/** The server's draft, or the one that only this tab has, whose schema is loaded then. */
export function useLatestDraft(saved: Saved, uid: string): Saved {
  return useMemo(
    () => (readUnsavedDraft() === null ? saved : toOutcome(findLatest(saved, uid))),
    [saved, uid],
  )
}

async function findLatest(saved: Saved, uid: string): Promise<WizardDraft | null> {
  const [outcome, { getLatestDraft }] = await Promise.all([saved, code.load()])
  if ('error' in outcome) throw outcome.error
  return getLatestDraft(outcome.value, uid)
}
