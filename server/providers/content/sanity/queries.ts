import { textNames } from '#shared/campaign-content.ts'
import { publicStatuses } from '#shared/campaign.ts'

import type { ListingOrder } from '../content.ts'

// All GROQ queries (specification §7). They are constants; user input is passed as parameters only.

const createdAt = `coalesce(ajo.createdAt, _createdAt)`

const owner = `coalesce(
    createdBy->{firstname, lastname},
    *[_type == "user" && uid == ^.userId][0]{firstname, lastname}
  )`

const campaign = `{
  _id, _rev, title, country, city, category, ${textNames.join(', ')}, goalAmount, startDate, endDate,
  "status": coalesce(status, "pending"), subAccountId, bank,
  name, phone, email, userId, "createdAt": ${createdAt},
  "images": images[]{_key, alt, width, height, placeholder, "hotspot": hotspot{x, y}, "asset": asset._ref},
  "owner": ${owner},
  "slug": ajo.slug, "cause": ajo.cause, "budget": ajo.budget[]{text, amount, defined(key) => {key}}, "last4": ajo.last4, "isContactPublic": ajo.isContactPublic
}`

export const writtenCount = `*[_id == "ajo.writes"][0].written`

/** With the count of changes that the answer was made with (`listed-writes.ts`). */
export const withWritten = (result: string) => `{"result": ${result}, "written": ${writtenCount}}`

export const userByUid = `*[_type == "user" && uid == $uid] | order(_createdAt, _id)[0]{
  _id, uid, firstname, lastname, email, gender, terms, emailVerified
}`

export const campaignByIds = `*[_type == "campaign" && _id in $ids] | order(_id)[0]${campaign}`

/** For documents of other programs, whose ids contain capitals. */
export const campaignByAnyCase = `*[_type == "campaign" && lower(_id) == $id] | order(_id)[0]${campaign}`

export const overdueCampaigns = `*[_type == "campaign" && status == "approved" && endDate <= $today]
  | order(endDate, _id)[0...$limit]${campaign}`

const matching = `_type == "campaign" && defined(title)
  && ($status == null || coalesce(status, "pending") == $status)
  && ($ownerUid == null || userId == $ownerUid)
  && ($category == null || category == $category)
  && ($cause == null || ajo.cause == $cause)
  && ($words == null || coalesce(ajo.words, title + " " + coalesce(description, "")) match $words || _id in $textIds)
  && ($country == null || coalesce(ajo.country, lower(country)) == $country)
  && ($city == null || coalesce(ajo.city, lower(city)) == $city)
  && ($place == null || coalesce(ajo.country, lower(country)) == $place || coalesce(ajo.city, lower(city)) == $place)
  && ($ids == null || _id in $ids)
  && ($except == null || !(_id in $except))
  && ($state != "open" || !defined(endDate) || endDate > $today)
  && ($state != "funded" || ranking.share >= 10000)
  && ($state != "ending-soon" || (endDate > $today && endDate <= $soon))`

export const countedCampaigns = `count(*[${matching}])`

/** One page by keyset: the rows after the cursor's key and id. */
function sorted(key: string, direction: 'asc' | 'desc', eligible = 'true'): string {
  const comparison = direction === 'asc' ? '>' : '<'
  return `{
    "rows": *[${matching} && ${eligible} && (
      $key == null || ${key} ${comparison} $key || (${key} == $key && _id ${comparison} $id)
    )] | order(${key} ${direction}, _id ${direction})[0...$limit]{"key": ${key}, "campaign": @${campaign}},
    "total": count(*[${matching} && ${eligible}])
  }`
}

const notEnded = `(!defined(endDate) || endDate > $today)`

export const sortedCampaigns: Record<ListingOrder | 'oldest', string> = {
  newest: sorted(createdAt, 'desc'),
  oldest: sorted(createdAt, 'asc'),
  ending: sorted('endDate', 'asc', 'endDate > $today'),
  'most-funded': sorted('coalesce(ranking.raised, 0)', 'desc'),
  'nearly-there': sorted(
    'coalesce(ranking.share, 0)',
    'desc',
    `coalesce(ranking.share, 0) < 10000 && ${notEnded}`,
  ),
  trending: sorted('coalesce(ranking.trend, 0)', 'desc'),
}

export const approvedAddresses = `*[_type == "campaign" && status == "approved" && defined(title) && defined(goalAmount) && (
    $key == null || ${createdAt} > $key || (${createdAt} == $key && _id > $id)
  )] | order(${createdAt}, _id)[0...$limit]{_id, "slug": ajo.slug, "createdAt": ${createdAt}}`

export const pendingCampaigns = `*[_type == "campaign" && defined(title) && (coalesce(status, "pending") == "pending" || _id in $ids)]{
  _id, title, goalAmount, userId, "createdAt": ${createdAt}, "owner": ${owner}
}`

export const trendingCampaigns = `*[_type == "campaign" && ranking.trend >= $minTrend]{_id}`

export const rankedCampaigns = `*[_type == "campaign" && _id in $ids]{
  _id, goalAmount, ranking, "createdAt": ${createdAt}
}`

export const usedImages = `*[_type == "campaign" && count((images[]._key)[@ in $ids]) > 0].images[_key in $ids]._key`

const isPublic = `status in ${JSON.stringify(publicStatuses)}`

export const showsImage = `count(*[_type == "campaign" && ${isPublic}
  && $imageId in images[]._key][0...1]) > 0`

/** Public campaigns with pictures of ours that Sanity does not have. */
export const withheldImages = `*[_type == "campaign" && ${isPublic} && _id > $after
  && count(images[!defined(asset) && length(_key) == 64]) > 0] | order(_id)[0...$limit]{
  _id, _rev, "images": images[!defined(asset) && length(_key) == 64]._key
}`

const moved = `{_id, accountNumber, ranking, "campaign": @${campaign}}`

export const movedCampaigns = `*[_type == "campaign" && _id > $after] | order(_id)[0...$limit]${moved}`

export const movedCampaignsByIds = `*[_type == "campaign" && _id in $ids]${moved}`

const user = `{
  _id, uid, firstname, lastname, email, gender, terms, emailVerified, "createdAt": _createdAt
}`

export const movedUsers = `*[_type == "user" && (_createdAt > $key || (_createdAt == $key && _id > $id))]
  | order(_createdAt, _id)[0...$limit]${user}`

export const movedUsersByUid = `*[_type == "user" && uid in $uids] | order(_createdAt, _id)${user}`

export const usersByUid = `*[_type == "user" && uid in $uids] | order(_createdAt, _id){_id, uid}`

export const existingAssets = `*[_type == "sanity.imageAsset" && _id in $ids]._id`

export const publicAssets = `*[_type == "campaign" && ${isPublic} && _id > $after]
  | order(_id)[0...$limit]{_id, "images": images[]{_key, "asset": asset._ref}}`
