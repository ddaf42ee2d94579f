import { browserNames } from '#shared/browser-names.ts'
import type { Draft } from '#shared/campaign.ts'

import { writeCookies } from '../api/cookies.ts'
import { readSessionStorage, writeSessionStorage } from '../api/session-storage.ts'
import { intent, lastPath } from './carried-values.ts'
import { paths } from './paths.ts'
import { toReturnPath } from './return-path.ts'

type Place = { pathname: string; search: string }

/** The visit of this document that was recorded last, and the path before it. */
let recorded: { path: string; before: string | undefined } | undefined

/** Keeps the path of a page that was shown without an error, for the next login. */
export function recordVisit({ pathname, search }: Place): void {
  const path = pathname + search
  if (recorded?.path === path) return
  recorded = { path, before: lastPath.read() }
  if (toReturnPath(path) !== undefined) writeCookies([lastPath.keep(path)])
  if (intent.read() === path) writeCookies([intent.forget])
  if (!waysIn.includes(pathname)) continueDraft(false)
}

/** A draft that the server does not have. Only this tab has that of a visitor, whose `uid` is null. */
export type UnsavedDraft = {
  uid: string | null
  writer: string
  draft: Draft
  /** The login that follows takes it along. */
  isContinued?: boolean
}

/** Between the wizard of visitors and that of an account. */
const waysIn: string[] = [paths.login, paths.signUp, paths.forgotPassword, paths.createCampaign]

/**
 * Whether the next login in this tab takes along what a visitor typed into the wizard: if a link of the wizard led to it, and no other page
 * was opened since (readings P12).
 */
export function continueDraft(isContinued: boolean): void {
  const stored = Object(readSessionStorage(browserNames.unsavedDraft)) as Partial<UnsavedDraft>
  if (isContinued || stored.isContinued)
    writeSessionStorage(browserNames.unsavedDraft, { ...stored, isContinued })
}

/** For a page that finds out after the visit that there is nothing to show: the path before it counts again. */
export function takeBackVisit(): void {
  if (recorded?.path !== location.pathname + location.search) return
  const { before } = recorded
  writeCookies([before === undefined ? lastPath.forget : lastPath.keep(before)])
}
