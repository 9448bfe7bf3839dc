import { describeChangedFiles } from "./changed-files.js";
import { describeTasks } from "./tasks.js";
import { webkit } from "./webkit.js";

describeTasks(webkit, 0);
describeChangedFiles(webkit, false);
