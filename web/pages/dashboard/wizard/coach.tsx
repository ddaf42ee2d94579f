import { CircleCheck, CircleDashed } from 'lucide-react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useEffect, useState } from 'react'

import type { CampaignForm } from '#shared/campaign.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'

/** What donors look for in a campaign. */
export const facts = ['who', 'purpose', 'costs', 'deadline'] as const
type Fact = (typeof facts)[number]

/** A suggestion with the figures that its text names. */
export type Tip =
  | { tip: 'short-title' | 'capital-title' | 'one-paragraph' | 'few-photos' }
  | { tip: 'short-story'; length: number; least: number }
  | { tip: 'large-goal'; from: Kobo }
  | { tip: 'sum-differs'; sum: Kobo; goal: Kobo }
  | { tip: 'short-time' | 'long-time'; days: number }
  | { tip: 'undescribed-photos'; count: number }

/** Suggestions for the first two tabs. They never keep anyone from submitting. */
export type Coaching = { facts: Record<Fact, boolean>; basic: Tip[]; information: Tip[] }

type CoachedForm = Partial<Omit<CampaignForm, 'images'>> & {
  images?: readonly { alt: string }[] | undefined
}

const shortTitle = 12
const shortStory = 300
const longParagraph = 800
const fewPhotos = 3
/** From this goal on, a budget is asked for. */
const largeGoal = kobo(500_000_00)
/** Smaller numbers after an N are no amounts, for example N95 masks. */
const smallestAmount = kobo(100_00)
const fewestDays = 14
const mostDays = 180
/** A sum of rounded costs rarely is the goal to the naira. */
const tolerance = 0.05

export function coach(form: CoachedForm): Coaching {
  const { title = '', description = '', raiseMoneyFor = '', importance = '' } = form
  return {
    facts: {
      who: namesPerson(`${title}. ${description}`),
      purpose: raiseMoneyFor.trim().length >= 50,
      costs: hasBudget(form) || findAmounts(`${raiseMoneyFor} ${description}`).length > 0,
      deadline: deadlinePattern.test(`${description} ${raiseMoneyFor} ${importance}`),
    },
    basic: coachTitle(title.trim()),
    information: [
      ...coachStory(description.trim()),
      ...coachGoal(form),
      ...coachDates(form),
      ...coachPhotos(form),
    ],
  }
}

function coachTitle(title: string): Tip[] {
  if (title === '') return []
  const tips: Tip[] = []
  if (title.length < shortTitle) tips.push({ tip: 'short-title' })
  if (/\p{Lu}{2}/u.test(title) && title === title.toUpperCase()) tips.push({ tip: 'capital-title' })
  return tips
}

function coachStory(story: string): Tip[] {
  if (story === '') return []
  if (story.length < shortStory)
    return [{ tip: 'short-story', length: story.length, least: shortStory }]
  const longest = Math.max(...story.split(/\n+/).map(({ length }) => length))
  return longest > longParagraph ? [{ tip: 'one-paragraph' }] : []
}

const hasBudget = ({ budget = [] }: CoachedForm) => budget.some(({ text }) => text.trim() !== '')

function coachGoal(form: CoachedForm): Tip[] {
  const { goalAmount = '', raiseMoneyFor = '' } = form
  const goal = parseNaira(goalAmount)
  if (goal === undefined || goal === 0) return []
  // The goal itself is often named beside its parts.
  const parts = findAmounts(raiseMoneyFor).filter((amount) => amount !== goal)
  const sum = kobo(parts.reduce((total, amount) => total + amount, 0))
  if (parts.length > 1 && Math.abs(sum - goal) > goal * tolerance)
    return [{ tip: 'sum-differs', sum, goal }]
  return goal >= largeGoal && !hasBudget(form) ? [{ tip: 'large-goal', from: largeGoal }] : []
}

function coachDates({ startDate = '', endDate = '' }: CoachedForm): Tip[] {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000
  if (days > 0 && days < fewestDays) return [{ tip: 'short-time', days }]
  return days > mostDays ? [{ tip: 'long-time', days }] : []
}

function coachPhotos({ images = [] }: CoachedForm): Tip[] {
  const undescribed = images.filter(({ alt }) => alt.trim() === '').length
  const tips: Tip[] = []
  if (images.length > 0 && images.length < fewPhotos) tips.push({ tip: 'few-photos' })
  if (undescribed > 0) tips.push({ tip: 'undescribed-photos', count: undescribed })
  return tips
}

const amountPattern =
  /(?:₦|\bNGN|\bN)\s?(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)(?:\s?(?:k|m|thousand|million)\b)?|\b(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)\s?(?:k|m|thousand|million)?\s?naira\b/gi

/** The naira amounts in a text, such as ₦250,000, N250k or 2 million naira. */
export function findAmounts(text: string): Kobo[] {
  return [...text.matchAll(amountPattern)].flatMap(([typed]) => {
    const amount = parseNaira(typed)
    return amount !== undefined && amount >= smallestAmount ? [amount] : []
  })
}

const people =
  'mother|mum|father|dad|parents?|son|daughter|child|children|pikin|baby|brother|sister|wife|husband|friend|uncle|aunt|cousin|family|families|student|pupil|neighbour|colleague|community|village|school|church|mosque|women|widows?|orphans?|traders?|farmers?'
const personPattern = new RegExp(
  String.raw`\b(?:my|our|her|his|their|the|\d+|hundred)\s+(?:\w+\s+)?(?:${people})\b|\b(?:I am|I’m|I'm|my name|named|called)\b`,
  'i',
)
/** Two capitalised words in a row, as in a name. */
const namePattern = /\p{Lu}\p{Ll}+[ -]\p{Lu}\p{Ll}+/u

function namesPerson(text: string): boolean {
  return personPattern.test(text) || namePattern.test(text)
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const deadlinePattern = new RegExp(
  String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months})|(?:${months}) (?:\d{1,2}|20\d\d)|(?:by|before|until|in|on) (?:${months}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|deadline|(?:this|next) (?:week|month|term|semester|session|year)|within \w+ (?:days|weeks|months)|(?:before|by) the|20\d\d|\d{1,2}/\d{1,2})\b`,
  'i',
)

const checklistItems = ['title', 'facts', 'story', 'goal', 'photos', 'documents'] as const
type ChecklistItem = { item: (typeof checklistItems)[number]; isDone: boolean; tab: 0 | 1 }

/** What is recommended before a campaign is submitted, and the tab on which it is done. */
export function toChecklist(form: CoachedForm, documentCount: number): ChecklistItem[] {
  const { facts, basic, information } = coach(form)
  const { title = '', description = '', images = [] } = form
  const isFree = (...tips: string[]) => !information.some(({ tip }) => tips.includes(tip))
  const done = {
    title: title.trim() !== '' && basic.length === 0,
    facts: Object.values(facts).every(Boolean),
    story: description.trim() !== '' && isFree('short-story', 'one-paragraph'),
    goal: isFree('large-goal', 'sum-differs', 'short-time', 'long-time'),
    photos: images.length > 0 && isFree('few-photos', 'undescribed-photos'),
    documents: documentCount > 0,
  }
  return checklistItems.map((item) => ({ item, isDone: done[item], tab: item === 'title' ? 0 : 1 }))
}

/**
 * The values of a form as they are typed. Only the calling component renders again. `useWatch` would do the same, but its import here moves
 * the form library into the chunk that every dashboard page loads.
 */
export function useTypedValues<Form extends FieldValues>(form: UseFormReturn<Form>): Form {
  const [values, setValues] = useState(() => form.getValues())
  useEffect(() => {
    const read = () => setValues({ ...form.getValues() })
    read()
    return form.subscribe({ formState: { values: true }, callback: read })
  }, [form])
  return values
}

/** Whether something is done, as an icon and for screen readers as a word. */
export function StateIcon({ isDone, word }: { isDone: boolean; word: string }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <span className={`shrink-0 ${isDone ? 'text-success' : 'text-muted'}`}>
      <Icon size={20} aria-hidden="true" />
      <span className="sr-only">{word}: </span>
    </span>
  )
}
