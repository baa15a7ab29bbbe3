/** Labels of a category that are kept with a model at most: of one with as many nobody knows whether there were more. */
export const mostLabels = 50;
