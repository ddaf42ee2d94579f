import { toFullName } from '#shared/full-name.ts'
import type { ImpersonationFinding } from '#shared/review.ts'
import { joinTexts } from '#shared/campaign-content.ts'

import type { Database } from '../../platform/database/database.ts'
import type { ContentStore, StoredCampaign, UserDocument } from '../../providers/content/content.ts'
import { findPayee, type PayeeRow } from '../payee/payee-rows.ts'
import { toCampaignChange, type PendingChange } from '../lifecycle/pending-changes.ts'
import { findAccountHolder } from '../submission/sub-account.ts'
import { toReviewedCampaign, type Versions } from '../versions/versions.ts'
import { matchNames } from '../payee/name-match.ts'
import { toPlainWords, toSkeleton } from '../similarity/plain-letters.ts'

export type ImpersonationChecks = ReturnType<typeof openImpersonationChecks>

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid'>
  versions: Pick<Versions, 'findReviewed'>
}

type People = {
  owner: UserDocument | undefined
  /** The name that the bank has for the account. */
  accountHolder: string | null
  payee: PayeeRow | undefined
}

export function openImpersonationChecks({ database, content, versions }: Deps) {
  const findPeople = async ({ id, ownerUid, bankAccount }: StoredCampaign): Promise<People> => {
    const { subAccountCode } = bankAccount
    const [owner, accountHolder, payee] = await Promise.all([
      content.findUserByUid(ownerUid),
      findAccountHolder(database, subAccountCode),
      findPayee(database, { campaignId: id, subAccountCode }),
    ])
    return { owner, accountHolder, payee }
  }

  /** Of a changed campaign, only what the change adds. */
  const findIn = async (campaign: StoredCampaign, people: People, before?: StoredCampaign) => {
    const findings = findImpersonation(campaign, people)
    return before
      ? findNewImpersonation(findImpersonation(before, await findPeople(before)), findings)
      : findings
  }

  return {
    findPeople,
    findIn,

    /** Of the campaign, or of its pending change against what a reviewer approved last. */
    async find(campaign: StoredCampaign, change: PendingChange | undefined) {
      if (!change) return findIn(campaign, await findPeople(campaign))
      const before = toReviewedCampaign(
        campaign,
        (await versions.findReviewed(campaign.id))?.content,
      )
      const changed = { ...campaign, ...toCampaignChange(change) }
      return findIn(changed, await findPeople(changed), before)
    },
  }
}

/**
 * Signs that a campaign is raised in the name of someone else. Each needs a supporting document and two reviewers at any goal
 * (readings, 'Raising in another name').
 */
function findImpersonation(campaign: StoredCampaign, people: People): ImpersonationFinding[] {
  const { title, contact } = campaign
  const named = {
    title: findNames(title),
    beneficiary: findNames(contact.name),
    organiser: findNames(toFullName(people.owner)),
    story: findPresentedNames(joinTexts(campaign)),
  }
  const fields = ['title', 'beneficiary', 'organiser', 'story'] as const
  return [
    ...findAccountMismatch(contact.name, people),
    ...fields.flatMap((field) =>
      named[field].map(({ kind, phrase }) => ({ kind, field, found: phrase })),
    ),
  ]
}

/** The findings that a change adds to those of the approved campaign. */
function findNewImpersonation(
  before: readonly ImpersonationFinding[],
  after: readonly ImpersonationFinding[],
): ImpersonationFinding[] {
  const toKey = ({ kind, field, found }: ImpersonationFinding) => `${kind} ${field} ${found}`
  const known = new Set(before.map(toKey))
  return after.filter((finding) => !known.has(toKey(finding)))
}

function findAccountMismatch(
  beneficiary: string,
  { owner, accountHolder, payee }: People,
): ImpersonationFinding[] {
  // The account of another person or institution that receives the money has to be theirs.
  const expected =
    payee === undefined || payee.kind === 'self' ? [toFullName(owner), beneficiary] : [payee.name]
  const matches = expected.map((name) => matchNames(accountHolder, name))
  const isMismatch = matches.every((match) => match === 'different')
  return isMismatch
    ? [{ kind: 'account-name', field: 'bankAccount', found: accountHolder ?? '' }]
    : []
}

/** One phrase per line and language, in plain letters. Plurals of the last word match too. */
const institutions = `
  hospital; teaching hospital; clinic; hospice; maternity home; health centre; health center; medical centre; medical center
  school; college; university; polytechnic; academy; kindergarten; orphanage
  church; cathedral; parish; diocese; chapel; mosque; masjid; synagogue; seminary
  ministry; agency; authority; commission; parliament; embassy; high commission; government; local government; senate
  police; army; navy; air force; civil defence; fire service; customs service; immigration service
  ngo; non governmental organisation; non governmental organization; nonprofit; non profit; charity; foundation
  trust fund; relief fund; endowment fund
  asibiti; asibitin; makaranta; makarantar; jamia; jamiar; kwaleji; kwalejin; masallaci; masallacin; coci; cocin
  maaikata; maaikatar; hukuma; hukumar; gidauniya; gidauniyar; gwamnati; gwamnatin
  ile iwosan; ile iwe; ile eko giga; yunifasiti; ile ijosin; soosi; mosalasi; ijoba
  ulo ogwu; ulo akwukwo; mahadum; ulo uka; choochi; ulo alakuba; goomenti
`

const knownNames = `
  red cross; red crescent; unicef; unhcr; undp; unesco; unfpa; united nations; world health organisation; world health organization
  world food programme; world bank; african union; ecowas; usaid; ukaid; msf; doctors without borders; medecins sans frontieres
  save the children; oxfam; actionaid; wateraid; world vision; caritas; islamic relief; salvation army; rotary club; lions club
  nema; sema; lasema; ncdc; nafdac; efcc; icpc; inec; ndlea; frsc; nimc; nhia; nhis; nitda; nnpc; tetfund; nddc
  central bank of nigeria; nigeria police; nigerian army; aso rock; presidency; lagos state; federal republic
  luth; lasuth; rccg; mfm; nasfat; winners chapel; dangote; tony elumelu foundation; paystack; flutterwave
`

const publicTitles = `
  president; vice president; governor; deputy governor; senator; minister; commissioner; local government chairman
  his excellency; her excellency; first lady; honourable member; house of representatives; speaker of the house
  inspector general; chief of army staff; chief judge; chief justice; ambassador
  royal highness; royal majesty; emir of; ooni of; oba of; alaafin; sultan of; obi of; eze of; etsu; shehu of
  archbishop; bishop; cardinal; chief imam; general overseer; papal
  gomina; sarkin; mai martaba; shugaban kasa; kabiyesi
`

/** Words before an institution by which a story presents it as the raiser. */
const presenters = toPhrases(`
  we are; this is; on behalf of; i represent; we represent; representing; official campaign of; official page of; official fundraiser of
  organised by; organized by; run by; i am the; my name is
`)

/** The same directly before the institution: 'our church'. */
const closePresenters = toPhrases('our')

/** Between such words and the institution, these mean that the raiser is someone else. */
const relations = new Set(
  'in at of from to for with near by and who student students patient patients teacher member members staff not but my his her their no need needs want wants has have is was were without trying sick'.split(
    ' ',
  ),
)

/** After an institution's word they name a cost: 'school fees' presents no school. */
export const costs = new Set(
  'fee fees bill bills expense expenses cost costs tuition uniform uniforms supplies'.split(' '),
)

/** Longer words that contain an institution's word and mean none. */
const harmlessWords = new Set(
  'hospitality churchill schooling schoolmate schoolmates schoolbag schoolbags schoolboy schoolgirl schoolgirls schoolchild schoolchildren policeman agencyless foundational'.split(
    ' ',
  ),
)

type NamedKind = 'institution' | 'known-name' | 'public-person'
export const namedPhrases: readonly { kind: NamedKind; phrase: string }[] = [
  ...toPhrases(institutions).map((phrase) => ({ kind: 'institution', phrase }) as const),
  ...toPhrases(knownNames).map((phrase) => ({ kind: 'known-name', phrase }) as const),
  ...toPhrases(publicTitles).map((phrase) => ({ kind: 'public-person', phrase }) as const),
]

function toPhrases(list: string): string[] {
  return list
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}

type FoundName = { kind: NamedKind; phrase: string }

/** `from` and `to` are places in the words of the text. */
type Match = FoundName & { from: number; to: number }

const shortLength = 4
const containedLength = 6
const maxGap = 5
const closeGap = 1

const bySkeleton = new Map(
  namedPhrases.flatMap(({ kind, phrase }) =>
    withPlurals(phrase.replaceAll(' ', '')).map((word): [string, FoundName] => [
      toSkeleton(word),
      { kind, phrase },
    ]),
  ),
)
/** How names begin, to stop early in long texts. */
const beginnings = new Set(
  namedPhrases.flatMap(({ phrase }) => {
    const word = withPlurals(phrase.replaceAll(' ', '')).at(1) ?? ''
    return Array.from(word, (_, at) => toSkeleton(word.slice(0, at + 1)))
  }),
)
const contained = Array.from(bySkeleton).filter(([word]) => word.length >= containedLength)
const harmless = new Set(Array.from(harmlessWords, toSkeleton))
const presenterPhrases = [
  ...presenters.map((phrase) => ({ phrase, gap: maxGap })),
  ...closePresenters.map((phrase) => ({ phrase, gap: closeGap })),
].map(({ phrase, gap }) => ({ words: phrase.split(' ').map(toSkeleton), gap }))

/** Institutions and public persons that a title or a name mentions. */
export function findNames(text: string): FoundName[] {
  return unique(toPlainWords(text).flatMap(findMatches))
}

/** Those that a story presents as the raiser, such as 'on behalf of the teaching hospital'. Others are only mentioned. */
export function findPresentedNames(story: string): FoundName[] {
  return unique(
    toPlainWords(story).flatMap((words) => {
      const found = findPresenters(words)
      return findMatches(words).filter(({ from }) =>
        found.some((presenter) => isPresented(words, presenter, from)),
      )
    }),
  )
}

/** Joins neighbouring words, so that spaces within a name hide nothing. */
function findMatches(words: readonly string[]): Match[] {
  const matches: Match[] = []
  for (const from of words.keys()) {
    let joined = ''
    for (let to = from; to < words.length; to++) {
      joined += words[to] ?? ''
      const skeleton = toSkeleton(joined)
      const found = bySkeleton.get(skeleton)
      if (found && isOneName(words.slice(from, to + 1), joined))
        matches.push({ ...found, from, to: to + 1 })
      if (!isBeginning(skeleton)) break
    }
    const inside = findContained(words[from] ?? '')
    if (inside) matches.push({ ...inside, from, to: from + 1 })
  }
  return matches.filter(({ kind, to }) => kind !== 'institution' || !costs.has(words[to] ?? ''))
}

/** The last letter may still become part of another, as r and n of m. */
function isBeginning(skeleton: string): boolean {
  return beginnings.has(skeleton) || beginnings.has(skeleton.slice(0, -1)) || skeleton.length === 1
}

/** Two short words that happen to form a short name are none, but single letters are. */
function isOneName(words: readonly string[], joined: string): boolean {
  return (
    joined.length > shortLength || words.length === 1 || words.every(({ length }) => length === 1)
  )
}

/** A name that is written together with other words. */
function findContained(word: string): FoundName | undefined {
  const skeleton = toSkeleton(word)
  if (skeleton.length <= containedLength || harmless.has(skeleton)) return undefined
  return contained.find(([name]) => skeleton.includes(name))?.[1]
}

type Presenter = { end: number; gap: number }

function findPresenters(words: readonly string[]): Presenter[] {
  const skeletons = words.map(toSkeleton)
  return skeletons.flatMap((_, at) =>
    presenterPhrases
      .filter(({ words: phrase }) => phrase.every((word, index) => skeletons[at + index] === word))
      .map(({ words: { length }, gap }) => ({ end: at + length, gap })),
  )
}

function isPresented(words: readonly string[], { end, gap }: Presenter, from: number): boolean {
  if (from < end || from > end + gap) return false
  return !words.slice(end, from).some((word) => relations.has(word) || word.endsWith('ing'))
}

function withPlurals(word: string): string[] {
  return [word, `${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])]
}

function unique(matches: readonly FoundName[]): FoundName[] {
  const byPhrase = new Map(matches.map(({ kind, phrase }) => [phrase, { kind, phrase }]))
  return [...byPhrase.values()]
}
