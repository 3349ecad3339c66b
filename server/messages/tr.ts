import type { ENGLISH } from "./en.ts";

/** Turkish texts of all messages but the mails, as ICU MessageFormat. */
export const TURKISH: Readonly<Record<keyof typeof ENGLISH, string>> = {
  "address.bitbucket": "Deponun adresini girin; örneğin https://bitbucket.org/workspace/repository.",
  "address.confluence":
    "Alanın adresini girin; örneğin https://example.atlassian.net/wiki/spaces/ABC ya da https://wiki.example.org/display/ABC.",
  "address.credential": "Kullanıcı adını ve parolayı adresten çıkarıp kimlik bilgisi olarak girin.",
  "address.git": "Bir https adresi, bir ssh adresi (git@host:path) ya da işletmecinin izin verdiği bir yol girin.",
  "address.github": "Deponun adresini girin; örneğin https://github.com/owner/name.",
  "address.gitlab": "Projenin adresini girin; örneğin https://gitlab.com/group/project.",
  "address.jira":
    "Projenin adresini girin; örneğin https://example.atlassian.net/browse/ABC ya da https://jira.example.org/browse/ABC.",
  "address.no_repository": "Adres bir sunucuyu gösteriyor, ama üzerindeki bir depoyu göstermiyor.",
  "address.plain_http": "https kullanın: bu sunucu düz http’yi yalnızca işletmecinin belirttiği sunucularla konuşur.",
  "address.scheme": "{scheme} ile başlayan adresler desteklenmiyor. https kullanın.",
  "address.ssh_key_needed":
    "Bir ssh adresi, erişim anahtarı olarak özel anahtar (BEGIN … PRIVATE KEY ile başlayan bir metin) ister.",
  "address.ssh_password": "Adresten parolayı çıkarın. ssh bir anahtar kullanır.",
  "backtest.failed": "Geriye dönük test yapılamadı. Ayrıntılar işletmecinin günlüğünde.",
  "backtest.running": "Bu projenin bir geriye dönük testi zaten sürüyor.",
  "code.no_file":
    "Bu revizyonda bu yolda bir dosya yok: hiçbir şey, bir klasör, bağlantı ya da alt modül var. Yolu kod sayfasında açın.",
  "code.no_revision": "Depoda bu adla okunmuş bir dal, etiket ya da commit yok. Kod sayfasından birini seçin.",
  "code.too_large": "Bu dosya {max} MB sınırını aşıyor. Barındırıcıda açın ya da git ile okuyun.",
  "code.unread": "Bu sunucuda, bunun okunacağı bir depo kopyası yok.",
  "code.file_not_found": "Kodda böyle bir dosya yok. Sayfayı yeniden yükleyin.",
  "company.admin_only": "Bunu yalnızca şirketin bir yöneticisi yapabilir.",
  "company.last_admin": "Bir şirketin en az bir yöneticisi olmalıdır.",
  "company.not_found": "Böyle bir şirket yok.",
  "company.required_for_connection": "Yalnızca bir şirkete bağlı kişiler hesap bağlayabilir.",
  "company.required_for_project": "Yalnızca bir şirkete bağlı kişiler proje oluşturabilir.",
  "company.sole_owner": "Önce projelerinize başka bir sahip atayın.",
  "company.user_exists": "Bu kişi zaten şirkette",
  "company.user_not_found": "Şirkette böyle biri yok.",
  "comparison.failed": "Karşılaştırma tamamlanamadı. Ayrıntılar işletmecinin günlüğünde.",
  "comparison.paused": "Kaynak duraklatılmış. Barındırıcısıyla karşılaştırmak için sürdürün.",
  "comparison.running": "Bu kaynağın bir karşılaştırması zaten sürüyor.",
  "comparison.unsupported": "Bu türden barındırıcılar saklananlarla karşılaştırılamaz.",
  "connection.not_found": "Bu sağlayıcıda bağlı bir hesap yok.",
  "connection.not_registered":
    "Bu sunucunun işletmecisi onu bu sağlayıcıya kaydetmemiş. Erişim anahtarı da kullanabilirsiniz.",
  "connection.owner_left":
    "{name} projeden ayrıldı, bu yüzden bağlı hesabı artık kullanılmıyor. Kaynağa bir erişim anahtarı ya da kendi hesabınızı verin.",
  "credential.invisible":
    "Burada, sohbetten ya da belgeden gelen metinlerde olduğu gibi görünmeyen bir karakter var. Sağlayıcının sayfasından kopyalayın.",
  "credential.key_characters":
    "Özel anahtarda dosyasındakilerden başka karakter bulunmaz. Dosyayı biçimlendirmeden yeniden kopyalayın.",
  "credential.key_for_web":
    "Özel anahtar, git@sunucu:yol gibi bir ssh adresi içindir. Bu adres için bir erişim anahtarı girin.",
  "credential.key_too_long":
    "Bu, bir özel anahtar için fazla uzun: en çok {max} karakter olabilir. Yalnızca anahtarı kopyalayın.",
  "credential.lines":
    "Erişim anahtarı tek satırdır ve denetim karakteri içermez. Sağlayıcının sayfasından yeniden kopyalayın.",
  "credential.missing": "Saklanan kimlik bilgisi artık yok. Yeniden girin.",
  "credential.name_colon":
    "Kullanıcı adında iki nokta bulunmaz. Kullanıcı adını buraya, erişim anahtarını kendi alanına girin.",
  "credential.name_lines": "Kullanıcı adı tek satırdır ve görünmeyen karakter içermez. Elle yazın.",
  "credential.not_token":
    "Erişim anahtarında yalnızca İngilizce klavyedeki harfler, rakamlar ve işaretler bulunur, boşluk bulunmaz. Sağlayıcının sayfasından yeniden kopyalayın.",
  "credential.too_long":
    "Bu, bir erişim anahtarı için fazla uzun: en çok {max} karakter olabilir. Yalnızca erişim anahtarını kopyalayın.",
  "credential.unreadable": "Saklanan kimlik bilgisi açılamıyor. Yeniden girin.",
  "demo.back": "Clew’e dön",
  "demo.stand_in": "Bu sayfayı {product} yerine Clew’in demosu sunuyor.",
  "document.not_found": "Böyle bir belge yok.",
  "document.path": "Bu, bir deponun ya da wiki’nin içindeki bir yol değil.",
  "document.revision": "Bir commit’in hash’ini ya da en az ilk 4 hanesini verin.",
  "document.source_not_found": "Projede böyle bir belge kaynağı yok.",
  "field.choose_one": "En az birini seçin",
  "field.email": "Lütfen geçerli bir e-posta girin",
  "field.domain":
    "example.org gibi bir alan adı verin; @ ve yol yazmayın. Başka harfler içeren bir adı ASCII biçiminde yazın.",
  "field.fewer_values": "Çok fazla değer seçildi. Daha az seçin.",
  "field.format": "Geçersiz biçim",
  "field.future": "Gelecekte bir zaman olmalıdır",
  "field.issuer": "Sağlayıcının (issuer) adresini verin, örneğin https://login.example.org; sorgu eklemeyin.",
  "field.max": "En çok {max} olabilir",
  "field.max_characters": "En çok {max} karakter olabilir",
  "field.max_entries": "En çok {max} öğe olabilir",
  "field.min": "En az {min} olmalıdır",
  "field.min_characters": "En az {min} karakter olmalıdır",
  "field.one_of": "Şunlardan biri olmalıdır: {values}",
  "field.password_wrong": "Parola doğru değil",
  "field.required": "Bu alan zorunludur",
  "field.scopes": "Kapsamları boşlukla ayırarak verin, örneğin openid profile email.",
  "field.time_zone": "Bir saat diliminin IANA adını verin, örneğin Europe/Istanbul.",
  forbidden: "Bunu yapma yetkiniz yok.",
  "git.failed": "git depoyu okuyamadı: {reason}",
  "git.failed_silently": "git depoyu okuyamadı ve nedenini bildirmedi",
  "git.history_interrupted": "git geçmişin ortasında durdu. Depo hasarlı olabilir.",
  "git.memory": "git, bir depo için ayrılandan ({max} MB) daha çok bellek istiyor.",
  "git.missing":
    "Sunucuda git kurulu değil, bu yüzden depolar okunamıyor. İşletmecinin git 2.37 ya da daha yenisini kurması gerekir.",
  "git.timeout": "git işini zamanında bitiremedi. Daha sonra yeniden deneyin.",
  "git.too_much_output": "git’in yanıtı bu sunucunun okuduğundan uzun.",
  "git.too_old": "Sunucudaki git sürümü {version}. İşletmecinin 2.37 ya da daha yenisini kurması gerekir.",
  "graph.no_lines":
    "Bu satırların nereden geldiği bilinmiyor: bu sunucuda dosyanın kopyası yok ya da geçmişi çok büyük.",
  "graph.not_found": "Projede bu adda bir şey yok.",
  "host.certificate": "{host} sunucusunun sertifikasına güvenilemiyor. İşletmecisinin düzeltmesi gerekir.",
  "host.certificate_code":
    "{host} sunucusunun sertifikasına güvenilemiyor ({code}). İşletmecisinin düzeltmesi gerekir.",
  "host.compressed_answer": "{host} sunucusunun bir yanıtı bu sunucunun kabul ettiğinden fazla sıkıştırılmış.",
  "host.credential_refused":
    "{host} kimlik bilgisi istiyor ya da verileni reddediyor. Depoyu okuyabilen geçerli bir erişim anahtarı girin.",
  "host.cut": "{host} bağlantıyı kesti. Daha sonra yeniden deneyin.",
  "host.cut_retry": "{host} bağlantıyı kesti. Daha sonra yeniden denenecek.",
  "host.damaged_answer": "{host} sunucusunun sıkıştırılmış yanıtı hasarlı. Daha sonra yeniden deneyin.",
  "host.deep_answer": "{host} sunucusunun bir yanıtı bu sunucunun okuyabileceğinden daha derin iç içe geçmiş.",
  "host.endless_list": "{host} sunucusunun bir listesi bitmiyor ya da bu sunucunun okuyabileceğinden uzun.",
  "host.failure": "{host} şu anda kendi içinde sorun yaşıyor. Daha sonra yeniden deneyin.",
  "host.failure_status": "{host} şu anda kendi içinde sorun yaşıyor ({status}). Daha sonra yeniden deneyin.",
  "host.large_answer": "{host} sunucusunun bir yanıtı bu sunucunun okuyabileceğinden büyük.",
  "host.long_number": "{host} sunucusunun bir yanıtında bu sunucunun okuyabileceğinden uzun bir sayı var.",
  "host.many_headers": "{host} bu sunucunun okuyabileceğinden fazla başlık gönderiyor.",
  "host.many_parts": "{host} sunucusunun bir yanıtında bu sunucunun okuyabileceğinden fazla öğe var.",
  "host.not_atlassian": "Bu bir Atlassian sitesi değil: {host} hangi site olduğunu söylemiyor.",
  "host.not_git": "{host} git’in anlamadığı bir yanıt verdi.",
  "host.not_github": "{host} GitHub gibi yanıt vermiyor. Adresi denetleyin.",
  "host.not_http": "{host} HTTP ile yanıt vermiyor. Portu denetleyin.",
  "host.not_provider": "Bu bir {provider} değil: {host} öyle yanıt vermiyor. Adresi denetleyin.",
  "host.private_network":
    "{host} bu sunucunun bağlanmadığı özel bir ağda. İşletmeci adıyla ya da ağ bloğuyla izin verebilir.",
  "host.proxy":
    "Bu sunucu ile {host} arasındaki bir vekil sunucu oturum açılmasını istiyor. İşletmecinin yolu açması gerekir.",
  "host.rate_limited":
    "{host} sunucusunun istek sınırı doldu. Daha sonra yeniden deneyin; eşitleme kendiliğinden sürer.",
  "host.rate_limited_visitor":
    "{host} ziyaretçilere saatte yalnızca birkaç istek tanıyor. Bir erişim anahtarı verin ya da daha sonra yeniden deneyin; eşitleme kendiliğinden sürer.",
  "host.redirect_address": "{host} bu adresi başka bir adrese yönlendiriyor. Yönlendirdiği adresi girin.",
  "host.redirect_credential":
    "{host} isteği {target} adresine yönlendiriyor. Kimlik bilgisi oraya gönderilmez: onun yerine o adresi girin.",
  "host.redirect_foreign": "{host} okumayı başka bir sunucuya yönlendiriyor; bu izlenmez.",
  "host.redirect_loop": "{host} döngüye giren ya da bir yere varmayan yönlendirmeler yapıyor. Adresi denetleyin.",
  "host.redirect_method": "{host} bir {method} isteğine yönlendirmeyle yanıt verdi.",
  "host.refused": "{host} bağlantı kabul etmiyor. Kapalı olabilir ya da port yanlış olabilir.",
  "host.refused_reason": "{host} isteği reddetti ({status}): {reason}",
  "host.refused_status": "{host} isteği {status} durum koduyla reddetti.",
  "host.reserved_port": "{host} adresindeki bağlantı noktası HTTP dışında bir şeye ayrılmış. Adresi denetleyin.",
  "host.ssh_key_changed":
    "{host} sunucusunun ssh anahtarı daha önce bilinenden farklı. Sunucu yeniden kurulduysa işletmecinin eski anahtarı kaldırması gerekir.",
  "host.ssh_key_refused": "{host} ssh anahtarını reddediyor. Depoyu okuyabilen bir özel anahtar girin.",
  "host.timeout": "{host} zamanında yanıt vermedi. Daha sonra yeniden deneyin.",
  "host.too_many_requests":
    "{host} çok fazla istek aldığını bildiriyor. Daha sonra yeniden deneyin; eşitleme kendiliğinden sürer.",
  "host.unknown": "{host} adında bir sunucu yok. Yazımı denetleyin.",
  "host.unknown_encoding": "{host} yanıtını bu sunucunun okuyamadığı bir biçimde sıkıştırıyor.",
  "host.version_unsupported":
    "{host} üzerindeki {product} {version} okunamayacak kadar eski. Okunan en eski sürüm: {oldest}.",
  "invitation.expired": "Bu davetin süresi doldu. Yeni bir davet isteyin.",
  "invitation.invalid": "Bu davet artık geçerli değil.",
  "invitation.not_found": "Böyle bir davet yok.",
  "invitation.revoked": "Bu davet geri çekildi. Yeni bir davet isteyin.",
  "invitation.used": "Bu davet zaten kullanılmış. Bunun yerine oturum açın.",
  "issue.ambiguous": "Bu projede birkaç kayıt {key} adını taşıyor.",
  "issue.not_found": "Böyle bir kayıt yok.",
  "request.ambiguous": "Bu projede birkaç istek {key} adını taşıyor.",
  "request.not_found": "Böyle bir istek yok.",
  "limit.attempts": "Çok fazla deneme yapıldı. Daha sonra yeniden deneyin.",
  "limit.comparisons": "Bu proje son bir saatte sık sık karşılaştırıldı. Daha sonra yeniden deneyin.",
  "limit.compute": "Kısa sürede çok fazla istek gönderdiniz. {seconds} sn bekleyip sürdürün.",
  "limit.concurrent": "Aynı anda çok fazla istek gönderdiniz. Biraz bekleyip sürdürün.",
  "limit.failed_attempts": "Çok fazla başarısız deneme yapıldı. Daha sonra yeniden deneyin.",
  "limit.invitations": "{max} davet açık. Önce birkaçını geri alın.",
  "limit.members": "Bir projede {max} kişi olabilir. Önce birkaçını çıkarın.",
  "limit.projects": "Bir şirketin {max} projesi olabilir. Önce birini silin.",
  "limit.requests": "Çok fazla istek gönderildi. Daha sonra yeniden deneyin.",
  "limit.saved_searches": "Bu projede {max} arama kaydettiniz. Önce birini silin.",
  "limit.saved_searches_over_all": "Tüm projeler için {max} arama kaydettiniz. Önce birini silin.",
  "limit.watched_searches": "Bu projede {max} aramayı izliyorsunuz. Önce birini izlemeyi bırakın.",
  "limit.watched_searches_over_all": "Tüm projelerde {max} aramayı izliyorsunuz. Önce birini izlemeyi bırakın.",
  "limit.source_checks": "Aynı anda çok fazla kaynağı denetletiyorsunuz. Bunların bitmesini bekleyip devam edin.",
  "limit.sources": "Bir şirket {max} kaynak bağlayabilir. Önce birini kaldırın.",
  "limit.tokens": "Zaten {max} jetonunuz var. Önce birini silin.",
  "login.unverified": "Adresiniz henüz doğrulanmadı. E-postayla gelen kodu girin.",
  "login.wrong": "E-posta ya da parola doğru değil.",
  not_found: "Bulunamadı.",
  "note.all_projects": "Erişim anahtarının gördüğü {count} projenin tümü okunuyor.",
  "note.all_spaces": "Erişim anahtarının gördüğü {count} alanın tümü okunuyor.",
  "note.cut_discussions": "Bu sunucunun okuyabileceğinden uzun tartışmalar kısaltıldı: {names}.",
  "note.excess_files": "Bir depoda bulunabilecek sayıyı aşan, bu yüzden aranmayan dosyalar: {count}.",
  "note.git_paths": "Git’in kendi klasörüne yazacak yollar: {count}. Hiçbir şey yazılmadı.",
  "note.host_version": "Barındırıcı: {product} {version}.",
  "note.ignored_files": "Deponun .clewignore dosyasının dışarıda bıraktığı dosyalar: {count}. Bunlar aranmaz.",
  "note.invisible_names": "Görünmeyen karakterler içeren dosya adları: {count}.",
  "note.large_files": "Aranamayacak kadar büyük dosyalar: {count}.",
  "note.lfs_files": "İçeriği Git LFS ile başka yerde tutulan, burada yalnızca işaretçisi bulunan dosyalar: {count}.",
  "note.missing_files": "Deponun adını verdiği ama içermediği dosyalar: {count}. Depoyu git fsck ile denetletin.",
  "note.no_pull_requests": "Erişim anahtarı birleştirme isteklerini okuyamıyor: kimin neyi incelediği bilinmeyecek.",
  "note.outside_links": "Deponun dışına çıkan sembolik bağlantılar: {count}. İzlenmediler.",
  "note.project_archived": "Bu proje arşivlenmiş: kayıtları artık değişmiyor.",
  "note.repository_archived": "Bu depo arşivlenmiş: kayıtları artık değişmiyor.",
  "note.requests_not_read": "Birleştirme istekleri okunmadı: {reason}",
  "note.reviews_delayed":
    "Barındırıcının istek sınırı dolduğu için incelemeleri daha sonra okunacak istekler: {count}.",
  "note.reviews_failed":
    "Barındırıcının incelemelerini ve dosyalarını veremediği istekler: {count}. Yeniden istenecekler.",
  "note.skipped_rows": "Bir alanı okunamadığı için atlanan öğeler: {count}. Örnek: {item}, alan {field}.",
  "note.submodules": "Dosyaları okunmayan alt modüller: {count}. Onlarda da arama yapmak için depolarını bağlayın.",
  "notice.added": "{actor} sizi {project} projesine ekledi",
  "notice.assigned": "{subject} size atandı",
  "notice.closed": "{subject} kapatıldı",
  "notice.commented":
    "{count, plural, one {Yeni yorum, {actor}: {subject}} other {# yeni yorum, sonuncusu {actor}: {subject}}}",
  "notice.company_role": "{actor} şirketteki rolünüzü değiştirdi: {role}",
  "notice.files_changed":
    "{count, plural, one {İyi bildiğiniz bir dosyayı başkaları değiştirdi: {path}} other {İyi bildiğiniz # dosyayı başkaları değiştirdi, örneğin {path}}}",
  "notice.joined": "{actor} davetinizi kabul etti",
  "notice.many": "{count, plural, one {# olay daha} other {# olay daha}}",
  "notice.mentioned": "{actor} sizden söz etti: {subject}",
  "notice.not_found": "Böyle bir bildirim yok.",
  "notice.removed": "Artık {project} projesinin üyesi değilsiniz",
  "notice.reopened": "{subject} yeniden açıldı",
  "notice.role": "{actor} {project} projesindeki rolünüzü değiştirdi: {role}",
  "notice.search_matched": "{count, plural, one {# yeni eşleşme: {search}} other {# yeni eşleşme: {search}}}",
  "notice.sync_failed": "Eşitleme başarısız oldu: {source}",
  "notification.invitation_accepted": "{name} davetinizi kabul etti",
  "notification.member_added": "{name} sizi {project} projesine ekledi",
  "notification.member_expected": "{name}, {email} adresini {project} projesinde bekliyor",
  "notification.member_expected_body": "Henüz hesabı yok. Şirkete davet edin.",
  "notification.member_removed": "{project} projesinden çıkarıldınız",
  "notification.members_expected":
    "{name}, {project} projesinde {count, plural, one {# adres} other {# adres}} bekliyor",
  "notification.members_expected_body": "Henüz hesapları yok. Şirkete davet edin.",
  "notification.project_changed": "{project} değişti",
  "notification.project_deleted": "{project} silindi",
  "password.common": "Bu parola çok yaygın. Tahmin edilmesi daha zor bir parola seçin",
  "password.link_expired": "Bu bağlantı artık geçerli değil. Yenisini isteyin",
  "password.mismatch": "Parolalar aynı değil",
  "password.old_wrong": "Eski parola doğru değil",
  "password.personal": "E-posta adresiniz ya da adınız olamaz",
  "path.alternate_folder":
    "Bu yoldaki depo, bu sunucunun okumadığı başka bir klasörü kullanıyor. İşletmeci o klasöre de izin verebilir (CLEW_ALLOWED_PATHS).",
  "path.not_allowed": "Bu sunucu bu yolu okumuyor. İşletmeci klasöre izin verebilir (CLEW_ALLOWED_PATHS).",
  "path.not_for_provider": "Yol, bu sağlayıcının bir adresi değildir. Onun için düz git seçin.",
  "path.nothing": "Bu yolda hiçbir şey yok.",
  "path.unsupported_form":
    "Bu yoldaki depo, bu sunucunun klasörden okumadığı bir biçimde. Depoyu https ya da ssh adresiyle bağlayın.",
  "person.identity_gone": "Bunlardan biri artık bu projede bilinmiyor. Listeyi yeniden yükleyin.",
  "person.merge_nested": "Daha sonraki bir birleştirme bu kişiyi içeriyor. Önce onu geri alın.",
  "person.merge_not_found": "Böyle bir birleştirme yok.",
  "person.merge_undone": "Bu birleştirme zaten geri alınmış.",
  "person.not_found": "Bu projede böyle bir kişi yok.",
  "plan.document_explorer":
    "Belge gezginini kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.expert_recommender":
    "Uzman önerilerini kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.feature": "Bunu kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.insights":
    "Eyleme dönüştürülebilir içgörülere erişmek için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.mcp": "MCP entegrasyonunu kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.sso": "Çoklu oturum açmayı kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "plan.multiple_projects": "Birden çok proje oluşturmak için planınızı yükseltmeniz gerekir.",
  "plan.open_source_provider":
    "Standard planı GitHub, GitLab ve Bitbucket’taki açık kaynaklı projeleri kapsar. Bunlardan birini seçin ya da planın yükseltilmesini isteyin.",
  "plan.private_source":
    "Standard planı açık kaynaklı projeleri kapsar ve bu kaynak özel. Bağlamak için planın yükseltilmesini isteyin.",
  "plan.sources": "{max} veri kaynağından fazlasını bağlamak için planınızı yükseltmeniz gerekir.",
  "plan.unknown_visibility":
    "Standard planı açık kaynaklı projeleri kapsar ve barındırıcı bu kaynağın herkese açık olduğunu söylemiyor. Görünürlüğünü okuyabilen bir hesap ya da erişim anahtarıyla denetleyin ya da planın yükseltilmesini isteyin.",
  "project.last_owner": "Bir projenin en az bir sahibi olmalıdır.",
  "project.member_not_found": "Bu projede böyle biri yok.",
  "project.not_found": "Böyle bir proje yok.",
  "project.owner_without_account": "Hesabı olmayan biri sahip olamaz",
  "project.role": "Bu projedeki rolünüz buna izin vermiyor.",
  "project.source_not_found": "Bu projede böyle bir kaynak yok.",
  "provider.no_issues": "Bu sunucu bu sağlayıcının kayıtlarını okuyamıyor.",
  "provider.no_repositories": "Bu sunucu bu sağlayıcının depolarını okuyamıyor.",
  "provider.no_wikis": "Bu sunucu bu sağlayıcının wiki’lerini okuyamıyor.",
  "mirror.no_answer": "Bu depo, yanıt vermeyen başka bir süreç tarafından okunuyor; yeniden deneyin.",
  "query.failed": "Bu sorgu yanıtlanamadı. Birazdan yeniden deneyin.",
  "query.timeout": "Bu sorgu çok uzun sürüyor. Daraltıp yeniden deneyin.",
  "quota.sources":
    "Şirketinizin kotası {max} kaynak, bağlı olan ise {used}. Önce bazılarını kaldırın ya da işletmeciden daha fazlasını isteyin.",
  "registration.address_taken": "Bu adresin zaten bir hesabı var",
  "repository.clewignore_slow": "Deponun .clewignore dosyasını uygulamak çok uzun sürüyor. Daha az yıldız kullanın.",
  "repository.commit_not_found": "Depoda böyle bir commit yok.",
  "repository.copy_incomplete": "Deponun kopyası eksik. Bir sonraki eşitlemede yeniden oluşturulacak.",
  "repository.damaged": "Depo hasarlı: git tamamını okuyamadı. Bulunduğu yerde git fsck ile denetletin.",
  "repository.empty": "Depo boş: henüz commit yok.",
  "repository.gone": "{host} deponun kalıcı olarak silindiğini bildiriyor.",
  "repository.hostile_paths":
    "Depo, git’in kendi klasörüne ya da dışına yazacak yollar içeriyor. Kopyalanmıyor: geçmişinden kaldırılmalarını sağlayın.",
  "repository.not_found": "Bu adreste git deposu yok. Adresi denetleyin.",
  "repository.not_visible": "Böyle bir depo yok ya da depo özel ve kimlik bilgisi gerekiyor.",
  "repository.too_deep": "Depoda {max} düzeyden daha derin iç içe klasörler var; bu sunucu bunları okumaz.",
  "repository.too_large": "{name}, bu sunucunun kopyaladığı en büyük boyuttan ({max} MB) daha büyük.",
  "repository.too_many_changes":
    "Deponun bir commit’i {max} dosyadan fazlasını değiştiriyor; bu sunucu daha fazlasını okumaz. İşletmeci sınırı yükseltebilir (CLEW_MAX_FILES).",
  "repository.too_many_files":
    "Depoda {max} dosyadan fazlası var; bu sunucu daha fazlasını okumaz. İşletmeci sınırı yükseltebilir (CLEW_MAX_FILES).",
  "request.invalid": "İstek geçerli değil.",
  "request.not_json": "Gövde JSON olmalıdır.",
  "request.refused": "İstek yanıtlanamadı.",
  "request.too_large": "İstek çok büyük.",
  "request.unreadable": "İstek okunamadı.",
  "refs.repositories_only": "Yalnız depoların dalları ve etiketleri vardır.",
  "restricted.foreign_account":
    "Bu kaynak başka birinin hesabıyla okunuyor. Önce ona bir erişim anahtarı ya da kendi hesabınızı verin.",
  "restricted.not_for_repositories": "Bir depoda kısıtlı öğe olmaz.",
  "restricted.owner_only": "Bu kaynağın erişim anahtarının okuduklarını daha çok kişiye yalnızca bir Sahip açabilir.",
  "server.busy": "Sunucu meşgul. Birazdan yeniden deneyin.",
  "server.database_damaged":
    "Sunucunun veritabanının bir bölümü hasarlı; bu okunamıyor veya kaydedilemiyor. İşletmecinin bir yedeği geri yüklemesi gerekir.",
  "server.database_unreachable": "Sunucu şu anda verilerine ulaşamıyor. Birkaç saniye sonra yeniden deneyin.",
  "server.disk_failed": "Sunucunun diski şu anda kullanılamıyor. Ayrıntılar işletmecinin günlüğünde.",
  "server.disk_full": "Sunucunun diski dolu. İşletmecinin yer açması gerekir.",
  "server.failure": "Bir şeyler ters gitti.",
  "server.moved": "Bu beklerken sunucu taşındı. Yeniden başlatın.",
  "server.stopping": "Sunucu kapanıyor.",
  "server.store_refused": "Dizin deposu sunucunun anahtarını kabul etmiyor. İşletmecinin anahtarı yenilemesi gerekir.",
  "server.store_unreachable": "Dizin deposuna şu anda ulaşılamıyor. Birkaç saniye sonra yeniden deneyin.",
  "saved_search.name_taken": "Bu projede bu adla kayıtlı bir aramanız zaten var.",
  "saved_search.name_taken_over_all": "Tüm projeler için bu adla kayıtlı bir aramanız zaten var.",
  "saved_search.no_company": "Tüm projelerdeki bir arama bir şirkete aittir, hesabınızın ise şirketi yok.",
  "saved_search.not_found": "Böyle bir kayıtlı arama yok. Silinmiş olabilir.",
  "saved_search.not_owner": "Aramayı yalnızca kaydeden kullanıcı değiştirebilir.",
  "saved_search.role": "Projedeki rolünüz arama paylaşmaya izin vermiyor.",
  "scip.cut_off": "Dizin kesilmiş: bir parçası dosyanın sonundan sonra bitiyor. Yeniden oluşturun.",
  "scip.empty": "Dosya boş.",
  "scip.limit": "Dizin sınırı aşıyor; en çok {most, number} {unit} olabilir.",
  "scip.limit_documents": "belge",
  "scip.limit_occurrences": "geçiş",
  "scip.limit_symbols": "sembol",
  "scip.limit_bases": "ilişki (bir sembol için)",
  "scip.limit_bytes": "bayt (bir metin için)",
  "scip.limit_megabytes": "MB (açılmış hâlde)",
  "scip.not_scip": "Bu bir SCIP dizini değil.",
  "scip.packed": "Dosya gzip gibi başlıyor ama açılamıyor.",
  "scip.path": "Dizindeki bir belgenin yolu deponun içinde değil: {path}",
  "scip.quota":
    "Dizin {needed} MB yer gerektiriyor. Şirket, kullanabileceği {quota} MB alanın {used} MB kadarını kullanıyor. Önce yüklenmiş bir dizini veya bir kaynağı kaldırın.",
  "scip.none": "Bu depo için yüklenmiş bir dizin yok.",
  "scip.revision": "Depoda okunmuş bir {revision} commit’i yok. Depoyu eşitleyin, sonra dizini yeniden yükleyin.",
  "scip.path_length": "Dizindeki bir belgenin yolu {most, number} bayt olan sınırdan uzun. Yolun başı: {path}",
  "scip.twice": "Dizinde {path} için iki belge var.",
  "session.confirmation_needed": "Sürdürmek için parolanızı yeniden girin.",
  "session.ended": "Bu oturum artık geçerli değil.",
  "session.not_found": "Böyle bir oturum yok.",
  "session.required": "Önce oturum açın.",
  "setup.address_answers": "Clew {url} adresinde yanıt veriyor.",
  "setup.address_failed": "Bu sunucu {url} adresine ulaşamıyor: {reason}",
  "setup.address_loopback":
    "Clew {url} adresinde yanıt veriyor, ama yalnızca kendi makinesinde. CLEW_PUBLIC_URL değişkenine başkalarının kullandığı adresi yazın.",
  "setup.address_other":
    "{url} adresinde başka bir şey yanıt veriyor (durum {status}). CLEW_PUBLIC_URL değişkenini ve bu sunucunun önündeki vekil sunucuyu denetleyin.",
  "setup.mail_accepted": "E-posta sunucusu {email} adresine giden e-postayı kabul etti. Ulaştığını denetleyin.",
  "setup.mail_not_set":
    "E-posta sunucusu ayarlanmamış. CLEW_SMTP_URL ve CLEW_MAIL_FROM değişkenlerini ayarlayıp sunucuyu yeniden başlatın.",
  "setup.mail_refused": "E-posta gönderilmedi. E-posta sunucusu ya da bağlantı şunu bildiriyor: {reason}",
  "setup.provider_callback": "{provider} geri dönüş adresini tanımıyor. Orada {url} adresini kaydedin.",
  "setup.provider_knows":
    "{provider} istemci kimliğini ve gizli anahtarı kabul ediyor. Geri dönüş adresini de tanıdığını görmek için bir hesap bağlayın.",
  "setup.provider_not_set": "{provider} için kayıt ayarlanmamış. İki değişkeni de ayarlayıp sunucuyu yeniden başlatın.",
  "setup.provider_refuses":
    "{provider} istemci kimliğini ya da gizli anahtarı kabul etmiyor. İkisini de oradaki sayfadan yeniden kopyalayın ve sunucuyu yeniden başlatın.",
  "setup.provider_unclear":
    "{provider} “{code}” yanıtını verdi; bu, istemci kimliği ile gizli anahtarı kabul edip etmediğini göstermiyor. Görmek için bir hesap bağlayın.",
  "socket.foreign_origin": "Başka kaynaklardaki sayfalar bu soketi açamaz.",
  "sso.confirm":
    "Parola olmadan oturum açıyorsunuz. Oturumu kapatın, çoklu oturum açma ile yeniden oturum açın ve bunu yineleyin.",
  "sso.domain_known": "Bu sağlayıcıda bu alan adı zaten var.",
  "sso.domain_not_found": "Böyle bir alan adı yok.",
  "sso.domain_taken":
    "{domain} kullanıcılarını başka bir sağlayıcı içeri alıyor. Önce alan adını oradan kaldırın; o sağlayıcıyı tanımıyorsanız destekle iletişime geçin.",
  "sso.domain_unproven":
    "{domain} için bu metni taşıyan bir TXT kaydı henüz yok. Yeni bir kaydın görünmesi birkaç saat sürebilir.",
  "sso.domain_unreachable": "{domain} için hiçbir ad sunucusu yanıt vermedi. Daha sonra yeniden deneyin.",
  "sso.domains_limit": "Bir şirketin en çok {max} alan adı olabilir. Önce birini kaldırın.",
  "sso.expired": "Bu girişin süresi doldu ya da giriş daha önce kullanıldı. Baştan başlayın.",
  "sso.last_password_admin":
    "Parolayla oturum açabilen tek yönetici bu kişi. Önce Çoklu oturum açma bölümünde başka birini belirleyin.",
  "sso.needs_password_admin": "Sağlayıcı çalışmadığında da parolayla oturum açabilecek en az bir yönetici belirleyin.",
  "sso.not_admin": "Şirketin yöneticilerinden seçin.",
  "sso.not_ready": "Önce bir sağlayıcıyı açın ve onun için bir alan adını doğrulayın.",
  "sso.plan":
    "Şirketinizin planında çoklu oturum açma yok. Parolanızla oturum açın ya da şirketin bir yöneticisine sorun.",
  "sso.provider_not_found": "Böyle bir sağlayıcı yok.",
  "sso.provider_unreachable":
    "Şirketinizin giriş sayfasına ulaşılamıyor. Daha sonra yeniden deneyin ya da şirketin bir yöneticisine sorun.",
  "sso.provider_wrong":
    "Şirketinizin girişi doğru kurulmamış. Şirketin bir yöneticisinden ayarlarda sınamasını isteyin.",
  "sso.providers_limit": "Bir şirketin en çok {max} sağlayıcısı olabilir. Önce birini kaldırın.",
  "sso.required": "Şirketiniz çoklu oturum açmayı zorunlu tutuyor. Parola yerine onunla oturum açın.",
  "sso.still_required":
    "Şirketinizdeki kişiler için çoklu oturum açma zorunlu ve bu değişiklik onlara giriş yolu bırakmaz. Önce zorunluluğu kaldırın.",
  "sso.test_client_known": "Sağlayıcı, istemci kimliğini ve istemci gizli anahtarını kabul ediyor.",
  "sso.test_client_refused":
    "Sağlayıcı, istemci kimliğini ve istemci gizli anahtarını kabul etmiyor. İkisini de oradan yeniden kopyalayın.",
  "sso.test_client_unclear":
    "Sağlayıcı, istemci kimliğinin ve gizli anahtarın doğru olup olmadığını söylemiyor. Bir giriş deneyin.",
  "sso.test_discovered": "Sağlayıcı kendini {issuer} olarak tanıtıyor.",
  "sso.test_keys":
    "{count, plural, =0 {İmza için hiçbir anahtar yayımlamıyor.} one {İmza için # anahtar yayımlıyor.} other {İmza için # anahtar yayımlıyor.}}",
  "sso.test_no_pkce": "Clew’in gerektirdiği S256 ile PKCE’yi kabul etmiyor. Sağlayıcıda açın.",
  "sso.test_no_secret": "Sağlayıcıdan aldığınız istemci kimliğini ve istemci gizli anahtarını girin.",
  "sso.test_not_provider": "{issuer} yanıt veriyor, ama tam bu adresin OpenID Connect sağlayıcısı olarak değil.",
  "sso.unknown_domain": "Bu adresle çoklu oturum açan bir şirket yok. Adresi denetleyin ya da parolanızla oturum açın.",
  "source.name_taken": "Bu projede bu türden başka bir kaynağın adı zaten “{name}”. Başka bir ad seçin.",
  "source.address_changed": "Bu adres artık başka bir kaynağı gösteriyor. Kaldırıp yeniden bağlayın.",
  "source.already_linked": "Bu proje bu adresi zaten bağlıyor.",
  "source.captcha":
    "{host}, başarısız oturum açma denemelerinden sonra bu hesaptan CAPTCHA istiyor. {host} üzerinde tarayıcıyla bir kez oturum açın, sonra yeniden deneyin.",
  "source.connection_broken":
    "Bu kaynağın bağlı hesabı artık çalışmıyor. Ayarlar > Entegrasyonlar’dan yeniden bağlayın.",
  "source.connection_origin":
    "Bağlı hesap {home} adresine aittir ve {asked} adresine gönderilmez. Onun yerine {asked} için bir erişim anahtarı girin.",
  "source.connection_refused":
    "{host} bağlı hesabı artık kabul etmiyor. Ayarlar > Entegrasyonlar’dan yeniden bağlayın.",
  "source.credential_origin":
    "Kimlik bilgisi {home} için verildi ve {asked} adresine gönderilmez. Bu adres için bir kimlik bilgisi girin.",
  "source.credential_scope": "Kimlik bilgisi {host} için geçerli, ama bu depoyu okuyamıyor. Kod okuma kapsamını verin.",
  "source.issues_off_project": "{host} üzerindeki bu projede kayıtlar kapalı.",
  "source.issues_off_repository": "{host} üzerindeki bu depoda kayıtlar kapalı.",
  "source.named_twice": "Aynı kaynak iki kez belirtilmiş.",
  "source.no_connection":
    "Bu sağlayıcıda bağlı bir hesabınız yok. Ayarlar > Entegrasyonlar’dan bağlayın ya da bir erişim anahtarı girin.",
  "source.no_issues":
    "Barındırıcı daha önce okunan kayıtların hiçbirini göstermiyor. Hiçbir şey silinmedi: erişim anahtarının onları hâlâ okuyabildiğini denetleyin.",
  "source.not_found": "Böyle bir kaynak yok.",
  "source.other_project": "{host} üzerindeki bu adreste artık başka bir proje var. Kaynağı kaldırıp yeniden bağlayın.",
  "source.other_repository":
    "{host} üzerindeki bu adreste artık başka bir depo var. Kaynağı kaldırıp yeniden bağlayın.",
  "source.other_tracker":
    "{host} üzerindeki bu adreste artık başka bir depo var. Takip sistemini kaldırıp yeniden bağlayın.",
  "source.personal_token_version":
    "{host} üzerindeki {product} {version} kişisel erişim anahtarlarını desteklemiyor. Bir kullanıcı adı, erişim anahtarı olarak da parolasını girin.",
  "source.restrictions_unknown":
    "{host} hangi sayfaların kısıtlı olduğunu söylemiyor; bu yüzden hiçbiri okunamıyor. Erişim anahtarı için gerekenler: {scopes}.",
  "source.single_sign_on":
    "Kuruluş tek oturum açma istiyor: erişim anahtarını {host} üzerinde bunun için yetkilendirin.",
  "source.timeout": "{seconds} saniye içinde yanıt gelmedi. Daha sonra yeniden deneyin.",
  "source.token_issues":
    "Erişim anahtarı geçerli, ama kayıtları okuyamıyor. Kayıtlar ve üst veriler için okuma yetkisi verin.",
  "source.token_permission":
    "Erişim anahtarı geçerli, ama bir yetkisi eksik. {host} şunlardan birini istiyor: {scopes}.",
  "source.token_refused":
    "{host} erişim anahtarını kabul etmiyor. Süresi dolmuş ya da iptal edilmiş olabilir: yeni bir erişim anahtarıyla yeniden bağlanın.",
  "source.token_scope":
    "Erişim anahtarı geçerli, ama bir kapsamı eksik: {scope}. Bu kapsamla yeni bir erişim anahtarı oluşturun.",
  "space.not_shown":
    "{host} bu erişim anahtarına böyle bir alan göstermiyor. Alan anahtarını ve erişim anahtarının okuma yetkisini denetleyin.",
  "space.not_visible":
    "{host} ziyaretçilere böyle bir alan göstermiyor. Alan anahtarını denetleyin; özel ise erişim anahtarı gerekir.",
  "subscription.expired": "Abonelik sona erdi.",
  "sync.concurrency":
    "Şirketin kotası aynı anda {max} eşitlemedir ve bu kadarı sürüyor. Bu eşitleme sırasını bekliyor.",
  "sync.disk_reserve":
    "Disk neredeyse dolu: {free} MB boş ve eşitlemeler {reserve} MB boş bırakır. Bu eşitleme yer açılana kadar bekliyor.",
  "sync.failed": "Kopyalama sırasında bir sorun oldu. Ayrıntılar işletmecinin günlüğünde.",
  "sync.quota_exceeded":
    "Bu eşitleme şirketin disk kotasını aşardı: {used} MB / {quota} MB. Kaynaklar kaldırıldığında ya da işletmeci kotayı artırdığında sürer.",
  "sync.quota_too_small":
    "Bu kaynağa en az {needed} MB yer gerekiyor; şirketin {quota} MB disk kotasından {left} MB kaldı. Eşitlemesi daha çok yer olduğunda başlar.",
  "sync.quota_used":
    "Şirketin disk kotası doldu: {used} MB / {quota} MB. Bu eşitleme, kaynaklar kaldırıldığında ya da işletmeci kotayı artırdığında başlar.",
  "sync.waiting_for_rate_limit": "{reason} Barındırıcının istek sınırı için saat {time} (UTC) bekleniyor.",
  text: "{text}",
  "thing.blocked":
    "{host} bu {thing, select, project {projeyi} repository {depoyu} space {alanı} wiki {wiki’yi} site {siteyi} calendar {takvimi} other {{thing}}} yasal nedenlerle engelledi.",
  "thing.gone":
    "{host} istenen şeyi kaldırmış (410). Bu {thing, select, project {proje} repository {depo} space {alan} wiki {wiki} site {site} calendar {takvim} other {{thing}}} tümüyle silinmiş ya da Clew’un bu sürümü {provider} için fazla eski olabilir.",
  "thing.hidden":
    "{host} bu {thing, select, project {projeyi} repository {depoyu} space {alanı} wiki {wiki’yi} site {siteyi} calendar {takvimi} other {{thing}}} ziyaretçilere göstermiyor. Okuma yetkisi olan bir erişim anahtarı girin.",
  "thing.not_shown":
    "{host} bu erişim anahtarına böyle bir {thing, select, project {proje} repository {depo} space {alan} wiki {wiki} site {site} calendar {takvim} other {{thing}}} göstermiyor. Yazımı ve erişim anahtarının okuma yetkisini denetleyin.",
  "thing.not_visible":
    "{host} ziyaretçilere böyle bir {thing, select, project {proje} repository {depo} space {alan} wiki {wiki} site {site} calendar {takvim} other {{thing}}} göstermiyor. Yazımı denetleyin; özel ise erişim anahtarı gerekir.",
  "thing.page_missing":
    "Bu bir {provider} değil ya da böyle bir {thing, select, project {proje} repository {depo} space {alan} wiki {wiki} site {site} calendar {takvim} other {{thing}}} yok: {host} sayfanın olmadığını bildiriyor. Adresi denetleyin.",
  "thing.permission":
    "{host} bu hesabın {thing, select, project {projeyi} repository {depoyu} space {alanı} wiki {wiki’yi} site {siteyi} calendar {takvimi} other {{thing}}} okumasına izin vermiyor. Yöneticisinden okuma yetkisi isteyin.",
  "thing.scopes":
    "Erişim anahtarı geçerli, ama bu {thing, select, project {projeyi} repository {depoyu} space {alanı} wiki {wiki’yi} site {siteyi} calendar {takvimi} other {{thing}}} okuyamıyor. Gerekenler: {scopes}.",
  "thing.token_needed":
    "{host} bu {thing, select, project {proje} repository {depo} space {alan} wiki {wiki} site {site} calendar {takvim} other {{thing}}} için erişim anahtarı istiyor.",
  "token.expired": "Bu jetonun süresi doldu. Ayarlar > MCP jetonları bölümünde yenisini oluşturun.",
  "token.not_found": "Böyle bir jeton yok.",
  "token.project_not_allowed": "Bu jeton böyle bir projeyi açmıyor.",
  "token.rate": "Bu jeton dakikada {max} çağrı yapabilir.",
  "token.read_only": "MCP jetonu yalnızca okur. Bunun için hesabınızla oturum açın.",
  "token.session_instead": "Bu çağrı, onu yapan MCP jetonunu anlatır; bunu ise bir oturum yaptı.",
  "token.wrong": "Bu jeton yanlış ya da silinmiş. Ayarlar > MCP jetonları bölümünde yenisini oluşturun.",
  "verification.expired": "Bu kodun süresi doldu. Yeni bir kod isteyin",
  "verification.wrong": "Bu kod doğru değil. Yine reddedilirse yeni bir kod isteyin",
  "webhook.not_found": "Böyle bir webhook yok ya da imza geçerli değil.",
  "webhook.unsupported": "Bu barındırıcının webhook’ları desteklenmiyor. Kaynağa birkaç dakikada bir sorulur.",
  "request.timeout": "İsteğin gelmesi çok uzun sürdü.",
  "request.head_too_large": "İsteğin başlığı çok büyük.",
  "repository.not_found_on": "{host} üzerindeki bu adreste git deposu yok. Adresi denetleyin.",
  "address.git_scheme": "{scheme} ile başlayan adresler desteklenmiyor. {forms}",
  "path.folder": "Klasör",
  "notification.search_matched": "{project} projesinde “{search}” aramasının yeni sonuçları: {count}",
  "notification.backtest_failed": "{project} projesinin geriye dönük testi başarısız oldu",
  "notification.backtest_done": "{project} projesinin geriye dönük testi bitti",
  "annotation.not_found": "Böyle bir işaret yok.",
  "annotation.not_author": "Bu işareti yalnızca ekleyen kişi, bir Maintainer ya da bir Owner değiştirebilir.",
  "limit.annotations": "Bu projede {max} işaret var. Önce birini silin.",
  "insights.no_target": "Bu ölçünün hedefi yok.",
  "field.granularity": "{period} için izin verilenler: {allowed}",
  "unsubscribe.button": "Bu e-postaları durdur",
  "unsubscribe.done": "Clew size artık bildirim e-postası göndermeyecek. Bildirimleri uygulamada bulabilirsiniz.",
  "unsubscribe.invalid": "Bu bağlantı geçerli değil. E-postalarınızı ayarlardan seçin.",
  "unsubscribe.question": "Clew size bildirim e-postası göndermeyi bıraksın mı?",
  "unsubscribe.settings": "Bildirim ayarları",
};
