import { ApiError } from "../api-error.js";

/**
 * Awaits a page of a list from a store, which throws RangeError for a place that the list does not have.
 *
 * @throws ApiError `not_found` then.
 */
export async function orNoSuchPage<Listed>(listing: Promise<Listed>): Promise<Listed> {
  try {
    return await listing;
  } catch (error) {
    throw error instanceof RangeError ? new ApiError("not_found", "there is no such page") : error;
  }
}
