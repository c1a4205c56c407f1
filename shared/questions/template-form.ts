/** The syntax of the places and texts of an answer template, in configurations and in the output of `calibrate`. */

const STEP = String.raw`[\w-]+(?:\[(?:[\w-]+=[\w-]+)?\])?`;
const FORBIDDEN = '__proto__|prototype|constructor';

/** A path of members that may lead into the items of a list; it ends with a member, not with an item. */
export const MEMBER_PATH = new RegExp(String.raw`^(?!.*(?:${FORBIDDEN}))${STEP}(?:\.${STEP})*(?<!\])$`);
export const MEMBER_NAME = new RegExp(String.raw`^(?!${FORBIDDEN})[\w-]+$`);
export const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]{1,100}$/;
export const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
export const LONGEST_HEADER = 500;
