import { browserNames } from '#shared/browser-names.ts'
import type { Draft } from '#shared/campaign.ts'

import type { UnsavedDraft } from '../../../navigation/record-visit.ts'
import {
  readSessionStorage,
  removeFromSessionStorage,
  writeSessionStorage,
} from '../../../api/session-storage.ts'

const key = browserNames.unsavedDraft

/** The values to save: all except secrets, the account number and the confirmed name of its holder. */
export function toDraft(values: Record<string, unknown>, tab: number): Draft {
  const {
    accountNumber: _number,
    accountName: _name,
    currentPassword: _password,
    ...others
  } = values
  const { code: _code, ...saved } = others
  return { values: saved, tab }
}

/** Without an account (`uid` is null) this is the only copy. */
export function storeUnsavedDraft(unsaved: UnsavedDraft): void {
  writeSessionStorage(key, { ...Object(readUnsavedDraft()), ...unsaved })
}

export function removeUnsavedDraft(): void {
  removeFromSessionStorage(key)
}

/** What is stored, which `getLatestDraft` parses. Null if nothing is. */
export function readUnsavedDraft(): unknown {
  return readSessionStorage(key)
}
