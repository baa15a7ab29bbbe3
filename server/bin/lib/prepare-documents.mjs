// The built server plans and validates the shipped documents once, and finds the result beside itself at every start.
import { prepareDocuments } from '../../../dist/server/main.js';
import { root } from './prepare.mjs';

prepareDocuments(root);
