import { categoryText } from './category.ts'

/** A category by the name that people know it by. One that we do not know is shown as it is. */
export function categoryName(category: string): string {
  return new Map(Object.entries(categoryText)).get(category) ?? category
}
