import type { Actor } from '../policy/actor.ts'
import type { PersonalData, Rule } from '../policy/rule.ts'

/** Whom a list was about: the people of these campaigns, a number of people, or these accounts. */
export type ReadSubjects = { campaignIds: string[] } | { count: number } | { uids: string[] }

export type StaffRead = {
  uid: string
  role: 'reviewer' | 'admin'
  /** Method and pattern of the route. */
  action: string
  concerns: Exclude<PersonalData, 'none'>
  campaignIds: string[]
  /** Accounts of the people, where the route names them. */
  subjectUids: string[]
  /** Null: all donors of the campaign. */
  subjects: number | null
}

export type RecordRead = (read: StaffRead) => Promise<void>

/** What a subject of a rule may say about its people. */
type Named = {
  id?: string
  campaignId?: string | null
  ownerUid?: string
  donorUid?: string | null
}

type Request = {
  actor: Actor
  action: string
  recordRead?: RecordRead
  readSubjects?: ReadSubjects
}

/** Records what the request has read, before its response leaves. Reads without a role are the person's own business. */
export async function recordStaffRead<Subject>(
  rule: Rule<Subject>,
  subject: Subject,
  { actor, action, recordRead, readSubjects }: Request,
): Promise<void> {
  const concerns = rule.personalData ?? 'staff'
  if (!recordRead || concerns === 'none' || !rule.isByRole(actor, subject)) return
  const people = toPeople(concerns, subject, readSubjects)
  if (people.subjects === 0) return
  await recordRead({ ...toReader(actor), action, concerns, ...people })
}

function toReader(actor: Actor): Pick<StaffRead, 'uid' | 'role'> {
  if (actor.kind !== 'user') throw new Error('only accounts have roles')
  return { uid: actor.uid, role: actor.roles.includes('admin') ? 'admin' : 'reviewer' }
}

type People = Pick<StaffRead, 'campaignIds' | 'subjectUids' | 'subjects'>

/** What the handler noted wins over what the path names. */
function toPeople(
  concerns: StaffRead['concerns'],
  subject: unknown,
  noted: ReadSubjects | undefined,
): People {
  if (noted) return toNotedPeople(noted)
  const { id, campaignId, ownerUid, donorUid }: Named =
    typeof subject === 'object' && subject !== null ? subject : {}
  const place = campaignId ?? id
  if (place === undefined || ownerUid === undefined)
    throw new Error('a handler that returns personal data must set `readSubjects`')
  if (concerns === 'organisers')
    return { campaignIds: [place], subjectUids: [ownerUid], subjects: 1 }
  if (donorUid === undefined) return { campaignIds: [place], subjectUids: [], subjects: null }
  const subjectUids = donorUid === null ? [] : [donorUid]
  return { campaignIds: [place], subjectUids, subjects: 1 }
}

function toNotedPeople(noted: ReadSubjects): People {
  if ('count' in noted) return { campaignIds: [], subjectUids: [], subjects: noted.count }
  if ('uids' in noted)
    return { campaignIds: [], subjectUids: noted.uids, subjects: noted.uids.length }
  return { campaignIds: noted.campaignIds, subjectUids: [], subjects: noted.campaignIds.length }
}
