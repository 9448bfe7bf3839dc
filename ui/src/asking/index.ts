export { askableChains, type BlockFinding, openBlockFindings } from "./askable-chains.js";
export { type EndpointFault, endpointFault } from "./endpoint-fault.js";
export { type EndpointGroup, endpointKey } from "./endpoints.js";
