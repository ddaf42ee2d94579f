import * as z from 'zod/mini'

import { draftSchema, type Draft } from '#shared/campaign.ts'

import {
  removeFromSessionStorage,
  writeSessionStorage,
  readSessionStorage,
} from '../../../api/session-storage.ts'

/** What a page was left with before the server had it; `savedAt` tells which draft the server had then. */
const unsavedSchema = z.object({ uid: z.string(), draft: draftSchema })

/** A draft to go on with, and whether the server has yet to hear of it. */
export type KnownDraft = Draft & { isUnsaved?: boolean }

const key = 'unsaved-draft'

export function storeUnsavedDraft(unsaved: z.output<typeof unsavedSchema>): void {
  writeSessionStorage(key, unsaved)
}

export function removeUnsavedDraft(): void {
  removeFromSessionStorage(key)
}

/** After a reload: what was not saved yet, unless the server has heard more since. */
export function getLatestDraft(saved: Draft | null, uid: string): KnownDraft | null {
  const { data: unsaved } = z.safeParse(unsavedSchema, readSessionStorage(key))
  return unsaved?.uid === uid && unsaved.draft.savedAt === saved?.savedAt
    ? { ...unsaved.draft, isUnsaved: true }
    : saved
}
