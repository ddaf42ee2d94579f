import * as z from 'zod/mini'

import { draftSchema, type Draft } from '#shared/campaign.ts'

import {
  removeFromSessionStorage,
  writeSessionStorage,
  readSessionStorage,
} from '../../../api/session-storage.ts'

/** A draft that the server did not have when the page was left. Its `savedAt` is that of the server's draft. */
const unsavedSchema = z.object({ uid: z.string(), draft: draftSchema })

/** `isUnsaved` is true if the server does not have this draft. */
export type LatestDraft = Draft & { isUnsaved?: boolean }

const key = 'unsaved-draft'

export function storeUnsavedDraft(unsaved: z.output<typeof unsavedSchema>): void {
  writeSessionStorage(key, unsaved)
}

export function removeUnsavedDraft(): void {
  removeFromSessionStorage(key)
}

/** The unsaved draft of this tab, unless the server's draft is newer. */
export function getLatestDraft(saved: Draft | null, uid: string): LatestDraft | null {
  const { data: unsaved } = z.safeParse(unsavedSchema, readSessionStorage(key))
  return unsaved?.uid === uid && unsaved.draft.savedAt === saved?.savedAt
    ? { ...unsaved.draft, isUnsaved: true }
    : saved
}
