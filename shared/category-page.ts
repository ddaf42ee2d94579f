import type { Category, Cause } from './category.ts'

/** The public list of a category, at /campaigns/{slug}. */
export type CategoryPage = { slug: CategorySlug; category: Category; cause?: Cause }

const pages = [
  { slug: 'education', category: 'Education' },
  { slug: 'health', category: 'Health' },
  { slug: 'emergency-assistance', category: 'Emergency Assistance' },
  { slug: 'community-development', category: 'Community Development' },
  { slug: 'career', category: 'Career' },
  { slug: 'charity', category: 'other', cause: 'charity' },
  { slug: 'legal', category: 'other', cause: 'legal' },
  { slug: 'other', category: 'other' },
] as const satisfies readonly { slug: string; category: Category; cause?: Cause }[]

export type CategorySlug = (typeof pages)[number]['slug']
export const categoryPages: readonly CategoryPage[] = pages

/** What a form sends for the page: a category as the dashboard's list has it, or a cause. */
export const toFormValue = ({ category, cause }: CategoryPage): string => cause ?? category

export function findCategoryPage(slug: string | undefined): CategoryPage | undefined {
  return categoryPages.find((page) => page.slug === slug)
}
