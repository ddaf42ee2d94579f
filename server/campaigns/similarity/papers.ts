import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { joinSql, literal, sql, type Sql } from '../../platform/database/sql.ts'
import type { PaperWord } from '../../platform/images/paper-words.ts'

const bands = (hash: Sql) =>
  [1, 17, 33, 49].map((from) => sql`substring(${hash} from ${from} for 16)::integer`)

/** Stores the words of a document beside the pictures of campaigns. They end with the row of the document. */
export async function saveWords(
  queries: Queries,
  { id, campaignId }: { id: string; campaignId: string },
  words: readonly PaperWord[],
): Promise<void> {
  const [first, second, third, fourth] = bands(sql`hash`)
  await queries.run(sql`
    insert into image_fingerprint (campaign_id, image_id, document_id, dhash, band_0, band_1, band_2, band_3, place)
    select ${campaignId}, ${id} || ' ' || number, ${id}::uuid, hash, ${first}, ${second}, ${third}, ${fourth}, array[x, y, reach, angle]
    from (select hash::bit(64), x, y, reach, angle, number from unnest(${words.map(({ hash }) => hash)}::text[],
      ${words.map(({ x }) => x)}::real[], ${words.map(({ y }) => y)}::real[], ${words.map(({ reach }) => reach)}::real[],
      ${words.map(({ angle }) => angle)}::real[]) with ordinality as word (hash, x, y, reach, angle, number)) word`)
}

type Spent = { campaignId: string; documentId: string; payee: string; amount: number; day: string }

const foundRow = z.object({ campaignId: z.string(), documentId: z.string() })
type Found = z.output<typeof foundRow>

/**
 * Documents like the one of a new expense: the same file, the same paper, or one of another expense with the same payee, amount and day
 * but for one digit. In the own campaign only those of expenses that were not withdrawn, because a mistake is recorded again.
 */
export async function findSamePapers(queries: Queries, spent: Spent): Promise<Found[]> {
  const { campaignId, documentId, payee, amount, day } = spent
  const facts = `${amount} ${day}`
  const found = await queries.rows(
    foundRow,
    sql`select campaign_id as "campaignId", id as "documentId" from campaign_document document
        where digest = (select digest from campaign_document where id = ${documentId}) and ${isOther(spent, sql`document`)}
      union select campaign_id, document_id from expense
        where (amount_kobo = ${amount} or day = ${day}) and similarity(lower(payee), lower(${payee})) >= 0.6
          and (campaign_id <> ${campaignId} or withdrawn_at is null) and length(amount_kobo || ' ' || day) = length(${facts})
          and (select count(*) from generate_series(1, length(${facts})) at
            where substr(amount_kobo || ' ' || day, at, 1) <> substr(${facts}, at, 1)) <= (campaign_id <> ${campaignId})::integer
      limit 3`,
  )
  return found.length > 0 ? found : findByWords(queries, spent)
}

const isOther = (
  { campaignId, documentId }: Spent,
  document: Sql,
) => sql`(${document}.id <> ${documentId}
  and (${document}.campaign_id <> ${campaignId} or exists (
    select from expense where expense.document_id = ${document}.id and withdrawn_at is null)))`

const maxDifferentAtFirst = 7
const maxDifferent = 11
const maxCandidates = 20

const placeSchema = z.pipe(
  z.tuple([z.number(), z.number(), z.number(), z.number()]),
  z.transform(([x, y, reach, angle]) => ({ x, y, reach, angle })),
)
const ownRow = z.object({ hash: z.string(), place: placeSchema })
const likeRow = z.extend(foundRow, {
  index: z.int(),
  turn: z.int(),
  word: z.string(),
  place: placeSchema,
  count: z.int(),
})

/** Papers that share rare words first. */
async function findByWords(queries: Queries, spent: Spent): Promise<Found[]> {
  const own = await queries.rows(
    ownRow,
    sql`select dhash::text as hash, place from image_fingerprint where document_id = ${spent.documentId}`,
  )
  const asked = own.flatMap(({ hash }, index) =>
    wordTurns.map(({ turn }, at) => ({ index, turn: at, hash: turn(hash) })),
  )
  const isInBand = bands(sql`asked.hash`).map((band, at) => sql`band_${literal(at)} = ${band}`)
  const likes = await queries.rows(
    likeRow,
    sql`
    with asked as materialized (
      select index, turn, hash::bit(64) from unnest(${asked.map(({ index }) => index)}::integer[], ${asked.map(({ turn }) => turn)}::integer[],
        ${asked.map(({ hash }) => hash)}::text[]) as asked (index, turn, hash)),
    found as (
      select distinct asked.index, word.document_id from asked join image_fingerprint word on (${joinSql(isInBand, sql` or `)})
        and bit_count(dhash # asked.hash) <= ${maxDifferentAtFirst}
      join campaign_document document on document.id = word.document_id and ${isOther(spent, sql`document`)}),
    weighed as (select document_id, 1.0 / count(*) over (partition by index) as weight from found),
    candidate as (select document_id from weighed group by 1 order by sum(weight) desc limit ${maxCandidates})
    select campaign_id as "campaignId", document_id as "documentId", index, turn, image_id as word, place,
      (select count(*) from image_fingerprint all_words where all_words.document_id = word.document_id)::integer as count
    from candidate join image_fingerprint word using (document_id) join asked on bit_count(dhash # asked.hash) <= ${maxDifferent}`,
  )
  return [...Map.groupBy(likes, ({ documentId }) => documentId).values()].flatMap((rows) => {
    const [{ campaignId, documentId, count } = { campaignId: '', documentId: '', count: 0 }] = rows
    const pairs = rows.flatMap(({ index, word, place, turn }) => {
      const mine = own[index]
      return mine ? [{ own: mine.place, other: place, key: word, turn }] : []
    })
    return isSamePaper(pairs, Math.min(own.length, count)) ? [{ campaignId, documentId }] : []
  })
}

const reverse = (text: string) => Array.from(text).toReversed().join('')
/** Each column from bottom to top. */
const reverseColumns = (hash: string) => hash.replaceAll(/.{4}/g, reverse)

/** A word has no upper side, and a paper may be seen in a mirror: signs of both axes, and the hash as it then is. */
const wordTurns = [
  { along: 1, across: 1, turn: (hash: string) => hash },
  { along: -1, across: -1, turn: reverse },
  { along: -1, across: 1, turn: (hash: string) => reverse(reverseColumns(hash)) },
  { along: 1, across: -1, turn: reverseColumns },
]

type Place = Omit<PaperWord, 'hash'>
/** A word of one paper that looks like the word of that key on another paper after a turn. */
type LikeWords = { own: Place; other: Place; key: string; turn: number }

const minMatches = 6
/** Papers are bent, and cameras stand askew. */
const tolerance = 0.03
const minDistance = 250

/**
 * True if one move, turn and change of size brings more than half of the words of one paper onto words like them on the other. `count` is
 * the number of words of the paper that has fewer. Receipts of one shop share words too, but fewer in the same places.
 */
function isSamePaper(likes: readonly LikeWords[], count: number): boolean {
  const needed = Math.max(minMatches, Math.floor(count / 2) + 1)
  return [
    [0, 1],
    [2, 3],
  ].some((turns) => {
    const pairs = likes.filter(({ turn }) => turns.includes(turn))
    return pairs.length >= needed && pairs.some((pair) => countMoved(pairs, pair) >= needed)
  })
}

/** How many pairs lie on each other after the change that brings the words of one pair onto each other. */
function countMoved(pairs: readonly LikeWords[], { own, other, turn }: LikeWords): number {
  const { along = 1, across = 1 } = wordTurns[turn] ?? {}
  const scale = other.reach / own.reach
  const [cos, sin] = [Math.cos(own.angle), Math.sin(own.angle)]
  const [toCos, toSin] = [Math.cos(other.angle), Math.sin(other.angle)]
  const [moved, met] = [new Set<Place>(), new Set<string>()]
  for (const pair of pairs) {
    const [dx, dy] = [pair.own.x - own.x, pair.own.y - own.y]
    const u = (dx * cos + dy * sin) * along * scale
    const v = (dy * cos - dx * sin) * across * scale
    const far = Math.hypot(
      pair.other.x - other.x - u * toCos + v * toSin,
      pair.other.y - other.y - u * toSin - v * toCos,
    )
    if (far > 6 + tolerance * Math.max(Math.hypot(u, v), minDistance)) continue
    moved.add(pair.own)
    met.add(pair.key)
  }
  return Math.min(moved.size, met.size)
}
