import { coach, type CoachedForm } from './coach.ts'

export const checklistItems = ['title', 'facts', 'story', 'goal', 'photos', 'documents'] as const
export type ChecklistItem = { item: (typeof checklistItems)[number]; isDone: boolean; tab: 0 | 1 }

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
