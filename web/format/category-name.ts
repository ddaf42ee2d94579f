import { categoryText } from '../text/category.ts'

/** The display name of a category. An unknown category is shown unchanged. */
export function categoryName(category: string): string {
  return new Map(Object.entries(categoryText)).get(category) ?? category
}
